-- What the list of municipalities is behind with: one that exists since 2025, and names and spellings that IBGE has
-- changed since the list was made. A former name still finds its city.
alter table social.cities add column former_search_name text;

update social.cities c set
  name = renamed.name, search_name = renamed.search_name,
  former_search_name = nullif(c.search_name, renamed.search_name)
from (
  select id, name, regexp_replace(lower(normalize(name, nfd)), '[^a-z0-9]', '', 'g') as search_name
  from (values
    (1708254, 'Tabocão'),
    (2304277, 'Ereré'),
    (2401305, 'Campo Grande'),
    (2800100, 'Amparo do São Francisco'),
    (3122900, 'Dona Euzébia'),
    (3165206, 'São Tomé das Letras'),
    (3200706, 'Atílio Vivácqua'),
    (3530805, 'Mogi Mirim'),
    (3550001, 'São Luiz do Paraitinga'),
    (4206108, 'Grão-Pará')
  ) as given (id, name)
) renamed
where c.id = renamed.id;

insert into social.cities (id, name, state, search_name)
values (5101837, 'Boa Esperança do Norte', 'MT', 'boaesperancadonorte');

create index cities_by_former_search_name on social.cities (former_search_name) where former_search_name is not null;
