-- The tables of the social service, as they were at release 1.0.0. Columns keep the physical order of databases from
-- before the baseline, and constraints that are "not valid" there are so here.

-- === Users and sessions ===

-- The municipalities of Brazil with the codes of IBGE: two digits of the state, then five of the municipality.
create table social.cities (
  id integer primary key,
  name text not null,
  state char(2) not null,
  -- The name as cities/city.rules.ts normalises it.
  search_name text not null,
  -- A former name or spelling, which still finds the city.
  former_search_name text
);
create index cities_by_search_name on social.cities (search_name, state);
create index cities_by_former_search_name on social.cities (former_search_name) where former_search_name is not null;

insert into social.cities (id, name, state, search_name)
select state_code * 100000 + left(entry, 5)::integer, substr(entry, 6), state,
  regexp_replace(lower(normalize(substr(entry, 6), nfd)), '[^a-z0-9]', '', 'g')
from (values
  (11, 'RO', '00015Alta Floresta D''Oeste|00023Ariquemes|00031Cabixi|00049Cacoal|00056Cerejeiras|00064Colorado do Oeste|00072Corumbiara|00080Costa Marques|00098Espigão D''Oeste|00106Guajará-Mirim|00114Jaru|00122Ji-Paraná|00130Machadinho D''Oeste|00148Nova Brasilândia D''Oeste|00155Ouro Preto do Oeste|00189Pimenta Bueno|00205Porto Velho|00254Presidente Médici|00262Rio Crespo|00288Rolim de Moura|00296Santa Luzia D''Oeste|00304Vilhena|00320São Miguel do Guaporé|00338Nova Mamoré|00346Alvorada D''Oeste|00379Alto Alegre dos Parecis|00403Alto Paraíso|00452Buritis|00502Novo Horizonte do Oeste|00601Cacaulândia|00700Campo Novo de Rondônia|00809Candeias do Jamari|00908Castanheiras|00924Chupinguaia|00940Cujubim|01005Governador Jorge Teixeira|01104Itapuã do Oeste|01203Ministro Andreazza|01302Mirante da Serra|01401Monte Negro|01435Nova União|01450Parecis|01468Pimenteiras do Oeste|01476Primavera de Rondônia|01484São Felipe D''Oeste|01492São Francisco do Guaporé|01500Seringueiras|01559Teixeirópolis|01609Theobroma|01708Urupá|01757Vale do Anari|01807Vale do Paraíso'),
  (12, 'AC', '00013Acrelândia|00054Assis Brasil|00104Brasiléia|00138Bujari|00179Capixaba|00203Cruzeiro do Sul|00252Epitaciolândia|00302Feijó|00328Jordão|00336Mâncio Lima|00344Manoel Urbano|00351Marechal Thaumaturgo|00385Plácido de Castro|00393Porto Walter|00401Rio Branco|00427Rodrigues Alves|00435Santa Rosa do Purus|00450Senador Guiomard|00500Sena Madureira|00609Tarauacá|00708Xapuri|00807Porto Acre'),
  (13, 'AM', '00029Alvarães|00060Amaturá|00086Anamã|00102Anori|00144Apuí|00201Atalaia do Norte|00300Autazes|00409Barcelos|00508Barreirinha|00607Benjamin Constant|00631Beruri|00680Boa Vista do Ramos|00706Boca do Acre|00805Borba|00839Caapiranga|00904Canutama|01001Carauari|01100Careiro|01159Careiro da Várzea|01209Coari|01308Codajás|01407Eirunepé|01506Envira|01605Fonte Boa|01654Guajará|01704Humaitá|01803Ipixuna|01852Iranduba|01902Itacoatiara|01951Itamarati|02009Itapiranga|02108Japurá|02207Juruá|02306Jutaí|02405Lábrea|02504Manacapuru|02553Manaquiri|02603Manaus|02702Manicoré|02801Maraã|02900Maués|03007Nhamundá|03106Nova Olinda do Norte|03205Novo Airão|03304Novo Aripuanã|03403Parintins|03502Pauini|03536Presidente Figueiredo|03569Rio Preto da Eva|03601Santa Isabel do Rio Negro|03700Santo Antônio do Içá|03809São Gabriel da Cachoeira|03908São Paulo de Olivença|03957São Sebastião do Uatumã|04005Silves|04062Tabatinga|04104Tapauá|04203Tefé|04237Tonantins|04260Uarini|04302Urucará|04401Urucurituba'),
  (14, 'RR', '00027Amajari|00050Alto Alegre|00100Boa Vista|00159Bonfim|00175Cantá|00209Caracaraí|00233Caroebe|00282Iracema|00308Mucajaí|00407Normandia|00456Pacaraima|00472Rorainópolis|00506São João da Baliza|00605São Luiz|00704Uiramutã'),
  (15, 'PA', '00107Abaetetuba|00131Abel Figueiredo|00206Acará|00305Afuá|00347Água Azul do Norte|00404Alenquer|00503Almeirim|00602Altamira|00701Anajás|00800Ananindeua|00859Anapu|00909Augusto Corrêa|00958Aurora do Pará|01006Aveiro|01105Bagre|01204Baião|01253Bannach|01303Barcarena|01402Belém|01451Belterra|01501Benevides|01576Bom Jesus do Tocantins|01600Bonito|01709Bragança|01725Brasil Novo|01758Brejo Grande do Araguaia|01782Breu Branco|01808Breves|01907Bujaru|01956Cachoeira do Piriá|02004Cachoeira do Arari|02103Cametá|02152Canaã dos Carajás|02202Capanema|02301Capitão Poço|02400Castanhal|02509Chaves|02608Colares|02707Conceição do Araguaia|02756Concórdia do Pará|02764Cumaru do Norte|02772Curionópolis|02806Curralinho|02855Curuá|02905Curuçá|02939Dom Eliseu|02954Eldorado dos Carajás|03002Faro|03044Floresta do Araguaia|03077Garrafão do Norte|03093Goianésia do Pará|03101Gurupá|03200Igarapé-Açu|03309Igarapé-Miri|03408Inhangapi|03457Ipixuna do Pará|03507Irituia|03606Itaituba|03705Itupiranga|03754Jacareacanga|03804Jacundá|03903Juruti|04000Limoeiro do Ajuru|04059Mãe do Rio|04109Magalhães Barata|04208Marabá|04307Maracanã|04406Marapanim|04422Marituba|04455Medicilândia|04505Melgaço|04604Mocajuba|04703Moju|04752Mojuí dos Campos|04802Monte Alegre|04901Muaná|04950Nova Esperança do Piriá|04976Nova Ipixuna|05007Nova Timboteua|05031Novo Progresso|05064Novo Repartimento|05106Óbidos|05205Oeiras do Pará|05304Oriximiná|05403Ourém|05437Ourilândia do Norte|05486Pacajá|05494Palestina do Pará|05502Paragominas|05536Parauapebas|05551Pau D''Arco|05601Peixe-Boi|05635Piçarra|05650Placas|05700Ponta de Pedras|05809Portel|05908Porto de Moz|06005Prainha|06104Primavera|06112Quatipuru|06138Redenção|06161Rio Maria|06187Rondon do Pará|06195Rurópolis|06203Salinópolis|06302Salvaterra|06351Santa Bárbara do Pará|06401Santa Cruz do Arari|06500Santa Isabel do Pará|06559Santa Luzia do Pará|06583Santa Maria das Barreiras|06609Santa Maria do Pará|06708Santana do Araguaia|06807Santarém|06906Santarém Novo|07003Santo Antônio do Tauá|07102São Caetano de Odivelas|07151São Domingos do Araguaia|07201São Domingos do Capim|07300São Félix do Xingu|07409São Francisco do Pará|07458São Geraldo do Araguaia|07466São João da Ponta|07474São João de Pirabas|07508São João do Araguaia|07607São Miguel do Guamá|07706São Sebastião da Boa Vista|07755Sapucaia|07805Senador José Porfírio|07904Soure|07953Tailândia|07961Terra Alta|07979Terra Santa|08001Tomé-Açu|08035Tracuateua|08050Trairão|08084Tucumã|08100Tucuruí|08126Ulianópolis|08159Uruará|08209Vigia|08308Viseu|08357Vitória do Xingu|08407Xinguara'),
  (16, 'AP', '00055Serra do Navio|00105Amapá|00154Pedra Branca do Amapari|00204Calçoene|00212Cutias|00238Ferreira Gomes|00253Itaubal|00279Laranjal do Jari|00303Macapá|00402Mazagão|00501Oiapoque|00535Porto Grande|00550Pracuúba|00600Santana|00709Tartarugalzinho|00808Vitória do Jari'),
  (17, 'TO', '00251Abreulândia|00301Aguiarnópolis|00350Aliança do Tocantins|00400Almas|00707Alvorada|01002Ananás|01051Angico|01101Aparecida do Rio Negro|01309Aragominas|01903Araguacema|02000Araguaçu|02109Araguaína|02158Araguanã|02208Araguatins|02307Arapoema|02406Arraias|02554Augustinópolis|02703Aurora do Tocantins|02901Axixá do Tocantins|03008Babaçulândia|03057Bandeirantes do Tocantins|03073Barra do Ouro|03107Barrolândia|03206Bernardo Sayão|03305Bom Jesus do Tocantins|03602Brasilândia do Tocantins|03701Brejinho de Nazaré|03800Buriti do Tocantins|03826Cachoeirinha|03842Campos Lindos|03867Cariri do Tocantins|03883Carmolândia|03891Carrasco Bonito|03909Caseara|04105Centenário|04600Chapada de Areia|05102Chapada da Natividade|05508Colinas do Tocantins|05557Combinado|05607Conceição do Tocantins|06001Couto Magalhães|06100Cristalândia|06258Crixás do Tocantins|06506Darcinópolis|07009Dianópolis|07108Divinópolis do Tocantins|07207Dois Irmãos do Tocantins|07306Dueré|07405Esperantina|07553Fátima|07652Figueirópolis|07702Filadélfia|08205Formoso do Araguaia|08254Tabocão|08304Goianorte|09005Goiatins|09302Guaraí|09500Gurupi|09807Ipueiras|10508Itacajá|10706Itaguatins|10904Itapiratins|11100Itaporã do Tocantins|11506Jaú do Tocantins|11803Juarina|11902Lagoa da Confusão|11951Lagoa do Tocantins|12009Lajeado|12157Lavandeira|12405Lizarda|12454Luzinópolis|12504Marianópolis do Tocantins|12702Mateiros|12801Maurilândia do Tocantins|13205Miracema do Tocantins|13304Miranorte|13601Monte do Carmo|13700Monte Santo do Tocantins|13809Palmeiras do Tocantins|13957Muricilândia|14203Natividade|14302Nazaré|14880Nova Olinda|15002Nova Rosalândia|15101Novo Acordo|15150Novo Alegre|15259Novo Jardim|15507Oliveira de Fátima|15705Palmeirante|15754Palmeirópolis|16109Paraíso do Tocantins|16208Paranã|16307Pau D''Arco|16505Pedro Afonso|16604Peixe|16653Pequizeiro|16703Colméia|17008Pindorama do Tocantins|17206Piraquê|17503Pium|17800Ponte Alta do Bom Jesus|17909Ponte Alta do Tocantins|18006Porto Alegre do Tocantins|18204Porto Nacional|18303Praia Norte|18402Presidente Kennedy|18451Pugmil|18501Recursolândia|18550Riachinho|18659Rio da Conceição|18709Rio dos Bois|18758Rio Sono|18808Sampaio|18840Sandolândia|18865Santa Fé do Araguaia|18881Santa Maria do Tocantins|18899Santa Rita do Tocantins|18907Santa Rosa do Tocantins|19004Santa Tereza do Tocantins|20002Santa Terezinha do Tocantins|20101São Bento do Tocantins|20150São Félix do Tocantins|20200São Miguel do Tocantins|20259São Salvador do Tocantins|20309São Sebastião do Tocantins|20499São Valério|20655Silvanópolis|20804Sítio Novo do Tocantins|20853Sucupira|20903Taguatinga|20937Taipas do Tocantins|20978Talismã|21000Palmas|21109Tocantínia|21208Tocantinópolis|21257Tupirama|21307Tupiratins|22081Wanderlândia|22107Xambioá'),
  (21, 'MA', '00055Açailândia|00105Afonso Cunha|00154Água Doce do Maranhão|00204Alcântara|00303Aldeias Altas|00402Altamira do Maranhão|00436Alto Alegre do Maranhão|00477Alto Alegre do Pindaré|00501Alto Parnaíba|00550Amapá do Maranhão|00600Amarante do Maranhão|00709Anajatuba|00808Anapurus|00832Apicum-Açu|00873Araguanã|00907Araioses|00956Arame|01004Arari|01103Axixá|01202Bacabal|01251Bacabeira|01301Bacuri|01350Bacurituba|01400Balsas|01509Barão de Grajaú|01608Barra do Corda|01707Barreirinhas|01731Belágua|01772Bela Vista do Maranhão|01806Benedito Leite|01905Bequimão|01939Bernardo do Mearim|01970Boa Vista do Gurupi|02002Bom Jardim|02036Bom Jesus das Selvas|02077Bom Lugar|02101Brejo|02150Brejo de Areia|02200Buriti|02309Buriti Bravo|02325Buriticupu|02358Buritirana|02374Cachoeira Grande|02408Cajapió|02507Cajari|02556Campestre do Maranhão|02606Cândido Mendes|02705Cantanhede|02754Capinzal do Norte|02804Carolina|02903Carutapera|03000Caxias|03109Cedral|03125Central do Maranhão|03158Centro do Guilherme|03174Centro Novo do Maranhão|03208Chapadinha|03257Cidelândia|03307Codó|03406Coelho Neto|03505Colinas|03554Conceição do Lago-Açu|03604Coroatá|03703Cururupu|03752Davinópolis|03802Dom Pedro|03901Duque Bacelar|04008Esperantinópolis|04057Estreito|04073Feira Nova do Maranhão|04081Fernando Falcão|04099Formosa da Serra Negra|04107Fortaleza dos Nogueiras|04206Fortuna|04305Godofredo Viana|04404Gonçalves Dias|04503Governador Archer|04552Governador Edison Lobão|04602Governador Eugênio Barros|04628Governador Luiz Rocha|04651Governador Newton Bello|04677Governador Nunes Freire|04701Graça Aranha|04800Grajaú|04909Guimarães|05005Humberto de Campos|05104Icatu|05153Igarapé do Meio|05203Igarapé Grande|05302Imperatriz|05351Itaipava do Grajaú|05401Itapecuru Mirim|05427Itinga do Maranhão|05450Jatobá|05476Jenipapo dos Vieiras|05500João Lisboa|05609Joselândia|05658Junco do Maranhão|05708Lago da Pedra|05807Lago do Junco|05906Lago Verde|05922Lagoa do Mato|05948Lago dos Rodrigues|05963Lagoa Grande do Maranhão|05989Lajeado Novo|06003Lima Campos|06102Loreto|06201Luís Domingues|06300Magalhães de Almeida|06326Maracaçumé|06359Marajá do Sena|06375Maranhãozinho|06409Mata Roma|06508Matinha|06607Matões|06631Matões do Norte|06672Milagres do Maranhão|06706Mirador|06755Miranda do Norte|06805Mirinzal|06904Monção|07001Montes Altos|07100Morros|07209Nina Rodrigues|07258Nova Colinas|07308Nova Iorque|07357Nova Olinda do Maranhão|07407Olho d''Água das Cunhãs|07456Olinda Nova do Maranhão|07506Paço do Lumiar|07605Palmeirândia|07704Paraibano|07803Parnarama|07902Passagem Franca|08009Pastos Bons|08058Paulino Neves|08108Paulo Ramos|08207Pedreiras|08256Pedro do Rosário|08306Penalva|08405Peri Mirim|08454Peritoró|08504Pindaré-Mirim|08603Pinheiro|08702Pio XII|08801Pirapemas|08900Poção de Pedras|09007Porto Franco|09056Porto Rico do Maranhão|09106Presidente Dutra|09205Presidente Juscelino|09239Presidente Médici|09270Presidente Sarney|09304Presidente Vargas|09403Primeira Cruz|09452Raposa|09502Riachão|09551Ribamar Fiquene|09601Rosário|09700Sambaíba|09759Santa Filomena do Maranhão|09809Santa Helena|09908Santa Inês|10005Santa Luzia|10039Santa Luzia do Paruá|10104Santa Quitéria do Maranhão|10203Santa Rita|10237Santana do Maranhão|10278Santo Amaro do Maranhão|10302Santo Antônio dos Lopes|10401São Benedito do Rio Preto|10500São Bento|10609São Bernardo|10658São Domingos do Azeitão|10708São Domingos do Maranhão|10807São Félix de Balsas|10856São Francisco do Brejão|10906São Francisco do Maranhão|11003São João Batista|11029São João do Carú|11052São João do Paraíso|11078São João do Soter|11102São João dos Patos|11201São José de Ribamar|11250São José dos Basílios|11300São Luís|11409São Luís Gonzaga do Maranhão|11508São Mateus do Maranhão|11532São Pedro da Água Branca|11573São Pedro dos Crentes|11607São Raimundo das Mangabeiras|11631São Raimundo do Doca Bezerra|11672São Roberto|11706São Vicente Ferrer|11722Satubinha|11748Senador Alexandre Costa|11763Senador La Rocque|11789Serrano do Maranhão|11805Sítio Novo|11904Sucupira do Norte|11953Sucupira do Riachão|12001Tasso Fragoso|12100Timbiras|12209Timon|12233Trizidela do Vale|12274Tufilândia|12308Tuntum|12407Turiaçu|12456Turilândia|12506Tutóia|12605Urbano Santos|12704Vargem Grande|12803Viana|12852Vila Nova dos Martírios|12902Vitória do Mearim|13009Vitorino Freire|14007Zé Doca'),
  (22, 'PI', '00053Acauã|00103Agricolândia|00202Água Branca|00251Alagoinha do Piauí|00277Alegrete do Piauí|00301Alto Longá|00400Altos|00459Alvorada do Gurguéia|00509Amarante|00608Angical do Piauí|00707Anísio de Abreu|00806Antônio Almeida|00905Aroazes|00954Aroeiras do Itaim|01002Arraial|01051Assunção do Piauí|01101Avelino Lopes|01150Baixa Grande do Ribeiro|01176Barra D''Alcântara|01200Barras|01309Barreiras do Piauí|01408Barro Duro|01507Batalha|01556Bela Vista do Piauí|01572Belém do Piauí|01606Beneditinos|01705Bertolínia|01739Betânia do Piauí|01770Boa Hora|01804Bocaina|01903Bom Jesus|01919Bom Princípio do Piauí|01929Bonfim do Piauí|01945Boqueirão do Piauí|01960Brasileira|01988Brejo do Piauí|02000Buriti dos Lopes|02026Buriti dos Montes|02059Cabeceiras do Piauí|02075Cajazeiras do Piauí|02083Cajueiro da Praia|02091Caldeirão Grande do Piauí|02109Campinas do Piauí|02117Campo Alegre do Fidalgo|02133Campo Grande do Piauí|02174Campo Largo do Piauí|02208Campo Maior|02251Canavieira|02307Canto do Buriti|02406Capitão de Campos|02455Capitão Gervásio Oliveira|02505Caracol|02539Caraúbas do Piauí|02554Caridade do Piauí|02604Castelo do Piauí|02653Caxingó|02703Cocal|02711Cocal de Telha|02729Cocal dos Alves|02737Coivaras|02752Colônia do Gurguéia|02778Colônia do Piauí|02802Conceição do Canindé|02851Coronel José Dias|02901Corrente|03008Cristalândia do Piauí|03107Cristino Castro|03206Curimatá|03230Currais|03255Curralinhos|03271Curral Novo do Piauí|03305Demerval Lobão|03354Dirceu Arcoverde|03404Dom Expedito Lopes|03420Domingos Mourão|03453Dom Inocêncio|03503Elesbão Veloso|03602Eliseu Martins|03701Esperantina|03750Fartura do Piauí|03800Flores do Piauí|03859Floresta do Piauí|03909Floriano|04006Francinópolis|04105Francisco Ayres|04154Francisco Macedo|04204Francisco Santos|04303Fronteiras|04352Geminiano|04402Gilbués|04501Guadalupe|04550Guaribas|04600Hugo Napoleão|04659Ilha Grande|04709Inhuma|04808Ipiranga do Piauí|04907Isaías Coelho|05003Itainópolis|05102Itaueira|05151Jacobina do Piauí|05201Jaicós|05250Jardim do Mulato|05276Jatobá do Piauí|05300Jerumenha|05359João Costa|05409Joaquim Pires|05458Joca Marques|05508José de Freitas|05516Juazeiro do Piauí|05524Júlio Borges|05532Jurema|05540Lagoinha do Piauí|05557Lagoa Alegre|05565Lagoa do Barro do Piauí|05573Lagoa de São Francisco|05581Lagoa do Piauí|05599Lagoa do Sítio|05607Landri Sales|05706Luís Correia|05805Luzilândia|05854Madeiro|05904Manoel Emídio|05953Marcolândia|06001Marcos Parente|06050Massapê do Piauí|06100Matias Olímpio|06209Miguel Alves|06308Miguel Leão|06357Milton Brandão|06407Monsenhor Gil|06506Monsenhor Hipólito|06605Monte Alegre do Piauí|06654Morro Cabeça no Tempo|06670Morro do Chapéu do Piauí|06696Murici dos Portelas|06704Nazaré do Piauí|06720Nazária|06753Nossa Senhora de Nazaré|06803Nossa Senhora dos Remédios|06902Novo Oriente do Piauí|06951Novo Santo Antônio|07009Oeiras|07108Olho D''Água do Piauí|07207Padre Marcos|07306Paes Landim|07355Pajeú do Piauí|07405Palmeira do Piauí|07504Palmeirais|07553Paquetá|07603Parnaguá|07702Parnaíba|07751Passagem Franca do Piauí|07777Patos do Piauí|07793Pau D''Arco do Piauí|07801Paulistana|07850Pavussu|07900Pedro II|07934Pedro Laurentino|07959Nova Santa Rita|08007Picos|08106Pimenteiras|08205Pio IX|08304Piracuruca|08403Piripiri|08502Porto|08551Porto Alegre do Piauí|08601Prata do Piauí|08650Queimada Nova|08700Redenção do Gurguéia|08809Regeneração|08858Riacho Frio|08874Ribeira do Piauí|08908Ribeiro Gonçalves|09005Rio Grande do Piauí|09104Santa Cruz do Piauí|09153Santa Cruz dos Milagres|09203Santa Filomena|09302Santa Luz|09351Santana do Piauí|09377Santa Rosa do Piauí|09401Santo Antônio de Lisboa|09450Santo Antônio dos Milagres|09500Santo Inácio do Piauí|09559São Braz do Piauí|09609São Félix do Piauí|09658São Francisco de Assis do Piauí|09708São Francisco do Piauí|09757São Gonçalo do Gurguéia|09807São Gonçalo do Piauí|09856São João da Canabrava|09872São João da Fronteira|09906São João da Serra|09955São João da Varjota|09971São João do Arraial|10003São João do Piauí|10052São José do Divino|10102São José do Peixe|10201São José do Piauí|10300São Julião|10359São Lourenço do Piauí|10375São Luis do Piauí|10383São Miguel da Baixa Grande|10391São Miguel do Fidalgo|10409São Miguel do Tapuio|10508São Pedro do Piauí|10607São Raimundo Nonato|10623Sebastião Barros|10631Sebastião Leal|10656Sigefredo Pacheco|10706Simões|10805Simplício Mendes|10904Socorro do Piauí|10938Sussuapara|10953Tamboril do Piauí|10979Tanque do Piauí|11001Teresina|11100União|11209Uruçuí|11308Valença do Piauí|11357Várzea Branca|11407Várzea Grande|11506Vera Mendes|11605Vila Nova do Piauí|11704Wall Ferraz'),
  (23, 'CE', '00101Abaiara|00150Acarape|00200Acaraú|00309Acopiara|00408Aiuaba|00507Alcântaras|00606Altaneira|00705Alto Santo|00754Amontada|00804Antonina do Norte|00903Apuiarés|01000Aquiraz|01109Aracati|01208Aracoiaba|01257Ararendá|01307Araripe|01406Aratuba|01505Arneiroz|01604Assaré|01703Aurora|01802Baixio|01851Banabuiú|01901Barbalha|01950Barreira|02008Barro|02057Barroquinha|02107Baturité|02206Beberibe|02305Bela Cruz|02404Boa Viagem|02503Brejo Santo|02602Camocim|02701Campos Sales|02800Canindé|02909Capistrano|03006Caridade|03105Cariré|03204Caririaçu|03303Cariús|03402Carnaubal|03501Cascavel|03600Catarina|03659Catunda|03709Caucaia|03808Cedro|03907Chaval|03931Choró|03956Chorozinho|04004Coreaú|04103Crateús|04202Crato|04236Croatá|04251Cruz|04269Deputado Irapuan Pinheiro|04277Ereré|04285Eusébio|04301Farias Brito|04350Forquilha|04400Fortaleza|04459Fortim|04509Frecheirinha|04608General Sampaio|04657Graça|04707Granja|04806Granjeiro|04905Groaíras|04954Guaiúba|05001Guaraciaba do Norte|05100Guaramiranga|05209Hidrolândia|05233Horizonte|05266Ibaretama|05308Ibiapina|05332Ibicuitinga|05357Icapuí|05407Icó|05506Iguatu|05605Independência|05654Ipaporanga|05704Ipaumirim|05803Ipu|05902Ipueiras|06009Iracema|06108Irauçuba|06207Itaiçaba|06256Itaitinga|06306Itapagé|06405Itapipoca|06504Itapiúna|06553Itarema|06603Itatira|06702Jaguaretama|06801Jaguaribara|06900Jaguaribe|07007Jaguaruana|07106Jardim|07205Jati|07254Jijoca de Jericoacoara|07304Juazeiro do Norte|07403Jucás|07502Lavras da Mangabeira|07601Limoeiro do Norte|07635Madalena|07650Maracanaú|07700Maranguape|07809Marco|07908Martinópole|08005Massapê|08104Mauriti|08203Meruoca|08302Milagres|08351Milhã|08377Miraíma|08401Missão Velha|08500Mombaça|08609Monsenhor Tabosa|08708Morada Nova|08807Moraújo|08906Morrinhos|09003Mucambo|09102Mulungu|09201Nova Olinda|09300Nova Russas|09409Novo Oriente|09458Ocara|09508Orós|09607Pacajus|09706Pacatuba|09805Pacoti|09904Pacujá|10001Palhano|10100Palmácia|10209Paracuru|10258Paraipaba|10308Parambu|10407Paramoti|10506Pedra Branca|10605Penaforte|10704Pentecoste|10803Pereiro|10852Pindoretama|10902Piquet Carneiro|10951Pires Ferreira|11009Poranga|11108Porteiras|11207Potengi|11231Potiretama|11264Quiterianópolis|11306Quixadá|11355Quixelô|11405Quixeramobim|11504Quixeré|11603Redenção|11702Reriutaba|11801Russas|11900Saboeiro|11959Salitre|12007Santana do Acaraú|12106Santana do Cariri|12205Santa Quitéria|12304São Benedito|12403São Gonçalo do Amarante|12502São João do Jaguaribe|12601São Luís do Curu|12700Senador Pompeu|12809Senador Sá|12908Sobral|13005Solonópole|13104Tabuleiro do Norte|13203Tamboril|13252Tarrafas|13302Tauá|13351Tejuçuoca|13401Tianguá|13500Trairi|13559Tururu|13609Ubajara|13708Umari|13757Umirim|13807Uruburetama|13906Uruoca|13955Varjota|14003Várzea Alegre|14102Viçosa do Ceará'),
  (24, 'RN', '00109Acari|00208Açu|00307Afonso Bezerra|00406Água Nova|00505Alexandria|00604Almino Afonso|00703Alto do Rodrigues|00802Angicos|00901Antônio Martins|01008Apodi|01107Areia Branca|01206Arês|01305Campo Grande|01404Baía Formosa|01453Baraúna|01503Barcelona|01602Bento Fernandes|01651Bodó|01701Bom Jesus|01800Brejinho|01859Caiçara do Norte|01909Caiçara do Rio do Vento|02006Caicó|02105Campo Redondo|02204Canguaretama|02303Caraúbas|02402Carnaúba dos Dantas|02501Carnaubais|02600Ceará-Mirim|02709Cerro Corá|02808Coronel Ezequiel|02907Coronel João Pessoa|03004Cruzeta|03103Currais Novos|03202Doutor Severiano|03251Parnamirim|03301Encanto|03400Equador|03509Espírito Santo|03608Extremoz|03707Felipe Guerra|03756Fernando Pedroza|03806Florânia|03905Francisco Dantas|04002Frutuoso Gomes|04101Galinhos|04200Goianinha|04309Governador Dix-Sept Rosado|04408Grossos|04507Guamaré|04606Ielmo Marinho|04705Ipanguaçu|04804Ipueira|04853Itajá|04903Itaú|05009Jaçanã|05108Jandaíra|05207Janduís|05306Januário Cicco|05405Japi|05504Jardim de Angicos|05603Jardim de Piranhas|05702Jardim do Seridó|05801João Câmara|05900João Dias|06007José da Penha|06106Jucurutu|06155Jundiá|06205Lagoa d''Anta|06304Lagoa de Pedras|06403Lagoa de Velhos|06502Lagoa Nova|06601Lagoa Salgada|06700Lajes|06809Lajes Pintadas|06908Lucrécia|07005Luís Gomes|07104Macaíba|07203Macau|07252Major Sales|07302Marcelino Vieira|07401Martins|07500Maxaranguape|07609Messias Targino|07708Montanhas|07807Monte Alegre|07906Monte das Gameleiras|08003Mossoró|08102Natal|08201Nísia Floresta|08300Nova Cruz|08409Olho-d''Água do Borges|08508Ouro Branco|08607Paraná|08706Paraú|08805Parazinho|08904Parelhas|08953Rio do Fogo|09100Passa e Fica|09209Passagem|09308Patu|09332Santa Maria|09407Pau dos Ferros|09506Pedra Grande|09605Pedra Preta|09704Pedro Avelino|09803Pedro Velho|09902Pendências|10009Pilões|10108Poço Branco|10207Portalegre|10256Porto do Mangue|10306Presidente Juscelino|10405Pureza|10504Rafael Fernandes|10603Rafael Godeiro|10702Riacho da Cruz|10801Riacho de Santana|10900Riachuelo|11007Rodolfo Fernandes|11056Tibau|11106Ruy Barbosa|11205Santa Cruz|11403Santana do Matos|11429Santana do Seridó|11502Santo Antônio|11601São Bento do Norte|11700São Bento do Trairí|11809São Fernando|11908São Francisco do Oeste|12005São Gonçalo do Amarante|12104São João do Sabugi|12203São José de Mipibu|12302São José do Campestre|12401São José do Seridó|12500São Miguel|12559São Miguel do Gostoso|12609São Paulo do Potengi|12708São Pedro|12807São Rafael|12906São Tomé|13003São Vicente|13102Senador Elói de Souza|13201Senador Georgino Avelino|13300Serra de São Bento|13359Serra do Mel|13409Serra Negra do Norte|13508Serrinha|13557Serrinha dos Pintos|13607Severiano Melo|13706Sítio Novo|13805Taboleiro Grande|13904Taipu|14001Tangará|14100Tenente Ananias|14159Tenente Laurentino Cruz|14209Tibau do Sul|14308Timbaúba dos Batistas|14407Touros|14456Triunfo Potiguar|14506Umarizal|14605Upanema|14704Várzea|14753Venha-Ver|14803Vera Cruz|14902Viçosa|15008Vila Flor'),
  (25, 'PB', '00106Água Branca|00205Aguiar|00304Alagoa Grande|00403Alagoa Nova|00502Alagoinha|00536Alcantil|00577Algodão de Jandaíra|00601Alhandra|00700São João do Rio do Peixe|00734Amparo|00775Aparecida|00809Araçagi|00908Arara|01005Araruna|01104Areia|01153Areia de Baraúnas|01203Areial|01302Aroeiras|01351Assunção|01401Baía da Traição|01500Bananeiras|01534Baraúna|01575Barra de Santana|01609Barra de Santa Rosa|01708Barra de São Miguel|01807Bayeux|01906Belém|02003Belém do Brejo do Cruz|02052Bernardino Batista|02102Boa Ventura|02151Boa Vista|02201Bom Jesus|02300Bom Sucesso|02409Bonito de Santa Fé|02508Boqueirão|02607Igaracy|02706Borborema|02805Brejo do Cruz|02904Brejo dos Santos|03001Caaporã|03100Cabaceiras|03209Cabedelo|03308Cachoeira dos Índios|03407Cacimba de Areia|03506Cacimba de Dentro|03555Cacimbas|03605Caiçara|03704Cajazeiras|03753Cajazeirinhas|03803Caldas Brandão|03902Camalaú|04009Campina Grande|04033Capim|04074Caraúbas|04108Carrapateira|04157Casserengue|04207Catingueira|04306Catolé do Rocha|04355Caturité|04405Conceição|04504Condado|04603Conde|04702Congo|04801Coremas|04850Coxixola|04900Cruz do Espírito Santo|05006Cubati|05105Cuité|05204Cuitegi|05238Cuité de Mamanguape|05279Curral de Cima|05303Curral Velho|05352Damião|05402Desterro|05501Vista Serrana|05600Diamante|05709Dona Inês|05808Duas Estradas|05907Emas|06004Esperança|06103Fagundes|06202Frei Martinho|06251Gado Bravo|06301Guarabira|06400Gurinhém|06509Gurjão|06608Ibiara|06707Imaculada|06806Ingá|06905Itabaiana|07002Itaporanga|07101Itapororoca|07200Itatuba|07309Jacaraú|07408Jericó|07507João Pessoa|07606Juarez Távora|07705Juazeirinho|07804Junco do Seridó|07903Juripiranga|08000Juru|08109Lagoa|08208Lagoa de Dentro|08307Lagoa Seca|08406Lastro|08505Livramento|08554Logradouro|08604Lucena|08703Mãe d''Água|08802Malta|08901Mamanguape|09008Manaíra|09057Marcação|09107Mari|09156Marizópolis|09206Massaranduba|09305Mataraca|09339Matinhas|09370Mato Grosso|09396Maturéia|09404Mogeiro|09503Montadas|09602Monte Horebe|09701Monteiro|09800Mulungu|09909Natuba|10006Nazarezinho|10105Nova Floresta|10204Nova Olinda|10303Nova Palmeira|10402Olho d''Água|10501Olivedos|10600Ouro Velho|10659Parari|10709Passagem|10808Patos|10907Paulista|11004Pedra Branca|11103Pedra Lavrada|11202Pedras de Fogo|11301Piancó|11400Picuí|11509Pilar|11608Pilões|11707Pilõezinhos|11806Pirpirituba|11905Pitimbu|12002Pocinhos|12036Poço Dantas|12077Poço de José de Moura|12101Pombal|12200Prata|12309Princesa Isabel|12408Puxinanã|12507Queimadas|12606Quixabá|12705Remígio|12721Pedro Régis|12747Riachão|12754Riachão do Bacamarte|12762Riachão do Poço|12788Riacho de Santo Antônio|12804Riacho dos Cavalos|12903Rio Tinto|13000Salgadinho|13109Salgado de São Félix|13158Santa Cecília|13208Santa Cruz|13307Santa Helena|13356Santa Inês|13406Santa Luzia|13505Santana de Mangueira|13604Santana dos Garrotes|13653Joca Claudino|13703Santa Rita|13802Santa Teresinha|13851Santo André|13901São Bento|13927São Bentinho|13943São Domingos do Cariri|13968São Domingos|13984São Francisco|14008São João do Cariri|14107São João do Tigre|14206São José da Lagoa Tapada|14305São José de Caiana|14404São José de Espinharas|14453São José dos Ramos|14503São José de Piranhas|14552São José de Princesa|14602São José do Bonfim|14651São José do Brejo do Cruz|14701São José do Sabugi|14800São José dos Cordeiros|14909São Mamede|15005São Miguel de Taipu|15104São Sebastião de Lagoa de Roça|15203São Sebastião do Umbuzeiro|15302Sapé|15401São Vicente do Seridó|15500Serra Branca|15609Serra da Raiz|15708Serra Grande|15807Serra Redonda|15906Serraria|15930Sertãozinho|15971Sobrado|16003Solânea|16102Soledade|16151Sossêgo|16201Sousa|16300Sumé|16409Tacima|16508Taperoá|16607Tavares|16706Teixeira|16755Tenório|16805Triunfo|16904Uiraúna|17001Umbuzeiro|17100Várzea|17209Vieirópolis|17407Zabelê'),
  (26, 'PE', '00054Abreu e Lima|00104Afogados da Ingazeira|00203Afrânio|00302Agrestina|00401Água Preta|00500Águas Belas|00609Alagoinha|00708Aliança|00807Altinho|00906Amaraji|01003Angelim|01052Araçoiaba|01102Araripina|01201Arcoverde|01300Barra de Guabiraba|01409Barreiros|01508Belém de Maria|01607Belém do São Francisco|01706Belo Jardim|01805Betânia|01904Bezerros|02001Bodocó|02100Bom Conselho|02209Bom Jardim|02308Bonito|02407Brejão|02506Brejinho|02605Brejo da Madre de Deus|02704Buenos Aires|02803Buíque|02902Cabo de Santo Agostinho|03009Cabrobó|03108Cachoeirinha|03207Caetés|03306Calçado|03405Calumbi|03454Camaragibe|03504Camocim de São Félix|03603Camutanga|03702Canhotinho|03801Capoeiras|03900Carnaíba|03926Carnaubeira da Penha|04007Carpina|04106Caruaru|04155Casinhas|04205Catende|04304Cedro|04403Chã de Alegria|04502Chã Grande|04601Condado|04700Correntes|04809Cortês|04908Cumaru|05004Cupira|05103Custódia|05152Dormentes|05202Escada|05301Exu|05400Feira Nova|05459Fernando de Noronha|05509Ferreiros|05608Flores|05707Floresta|05806Frei Miguelinho|05905Gameleira|06002Garanhuns|06101Glória do Goitá|06200Goiana|06309Granito|06408Gravatá|06507Iati|06606Ibimirim|06705Ibirajuba|06804Igarassu|06903Iguaraci|07000Inajá|07109Ingazeira|07208Ipojuca|07307Ipubi|07406Itacuruba|07505Itaíba|07604Ilha de Itamaracá|07653Itambé|07703Itapetim|07752Itapissuma|07802Itaquitinga|07901Jaboatão dos Guararapes|07950Jaqueira|08008Jataúba|08057Jatobá|08107João Alfredo|08206Joaquim Nabuco|08255Jucati|08305Jupi|08404Jurema|08453Lagoa do Carro|08503Lagoa de Itaenga|08602Lagoa do Ouro|08701Lagoa dos Gatos|08750Lagoa Grande|08800Lajedo|08909Limoeiro|09006Macaparana|09105Machados|09154Manari|09204Maraial|09303Mirandiba|09402Moreno|09501Nazaré da Mata|09600Olinda|09709Orobó|09808Orocó|09907Ouricuri|10004Palmares|10103Palmeirina|10202Panelas|10301Paranatama|10400Parnamirim|10509Passira|10608Paudalho|10707Paulista|10806Pedra|10905Pesqueira|11002Petrolândia|11101Petrolina|11200Poção|11309Pombos|11408Primavera|11507Quipapá|11533Quixaba|11606Recife|11705Riacho das Almas|11804Ribeirão|11903Rio Formoso|12000Sairé|12109Salgadinho|12208Salgueiro|12307Saloá|12406Sanharó|12455Santa Cruz|12471Santa Cruz da Baixa Verde|12505Santa Cruz do Capibaribe|12554Santa Filomena|12604Santa Maria da Boa Vista|12703Santa Maria do Cambucá|12802Santa Terezinha|12901São Benedito do Sul|13008São Bento do Una|13107São Caitano|13206São João|13305São Joaquim do Monte|13404São José da Coroa Grande|13503São José do Belmonte|13602São José do Egito|13701São Lourenço da Mata|13800São Vicente Ferrer|13909Serra Talhada|14006Serrita|14105Sertânia|14204Sirinhaém|14303Moreilândia|14402Solidão|14501Surubim|14600Tabira|14709Tacaimbó|14808Tacaratu|14857Tamandaré|15003Taquaritinga do Norte|15102Terezinha|15201Terra Nova|15300Timbaúba|15409Toritama|15508Tracunhaém|15607Trindade|15706Triunfo|15805Tupanatinga|15904Tuparetama|16001Venturosa|16100Verdejante|16183Vertente do Lério|16209Vertentes|16308Vicência|16407Vitória de Santo Antão|16506Xexéu'),
  (27, 'AL', '00102Água Branca|00201Anadia|00300Arapiraca|00409Atalaia|00508Barra de Santo Antônio|00607Barra de São Miguel|00706Batalha|00805Belém|00904Belo Monte|01001Boca da Mata|01100Branquinha|01209Cacimbinhas|01308Cajueiro|01357Campestre|01407Campo Alegre|01506Campo Grande|01605Canapi|01704Capela|01803Carneiros|01902Chã Preta|02009Coité do Nóia|02108Colônia Leopoldina|02207Coqueiro Seco|02306Coruripe|02355Craíbas|02405Delmiro Gouveia|02504Dois Riachos|02553Estrela de Alagoas|02603Feira Grande|02702Feliz Deserto|02801Flexeiras|02900Girau do Ponciano|03007Ibateguara|03106Igaci|03205Igreja Nova|03304Inhapi|03403Jacaré dos Homens|03502Jacuípe|03601Japaratinga|03700Jaramataia|03759Jequiá da Praia|03809Joaquim Gomes|03908Jundiá|04005Junqueiro|04104Lagoa da Canoa|04203Limoeiro de Anadia|04302Maceió|04401Major Isidoro|04500Maragogi|04609Maravilha|04708Marechal Deodoro|04807Maribondo|04906Mar Vermelho|05002Mata Grande|05101Matriz de Camaragibe|05200Messias|05309Minador do Negrão|05408Monteirópolis|05507Murici|05606Novo Lino|05705Olho d''Água das Flores|05804Olho d''Água do Casado|05903Olho d''Água Grande|06000Olivença|06109Ouro Branco|06208Palestina|06307Palmeira dos Índios|06406Pão de Açúcar|06422Pariconha|06448Paripueira|06505Passo de Camaragibe|06604Paulo Jacinto|06703Penedo|06802Piaçabuçu|06901Pilar|07008Pindoba|07107Piranhas|07206Poço das Trincheiras|07305Porto Calvo|07404Porto de Pedras|07503Porto Real do Colégio|07602Quebrangulo|07701Rio Largo|07800Roteiro|07909Santa Luzia do Norte|08006Santana do Ipanema|08105Santana do Mundaú|08204São Brás|08303São José da Laje|08402São José da Tapera|08501São Luís do Quitunde|08600São Miguel dos Campos|08709São Miguel dos Milagres|08808São Sebastião|08907Satuba|08956Senador Rui Palmeira|09004Tanque d''Arca|09103Taquarana|09152Teotônio Vilela|09202Traipu|09301União dos Palmares|09400Viçosa'),
  (28, 'SE', '00100Amparo do São Francisco|00209Aquidabã|00308Aracaju|00407Arauá|00506Areia Branca|00605Barra dos Coqueiros|00670Boquim|00704Brejo Grande|01009Campo do Brito|01108Canhoba|01207Canindé de São Francisco|01306Capela|01405Carira|01504Carmópolis|01603Cedro de São João|01702Cristinápolis|01900Cumbe|02007Divina Pastora|02106Estância|02205Feira Nova|02304Frei Paulo|02403Gararu|02502General Maynard|02601Gracho Cardoso|02700Ilha das Flores|02809Indiaroba|02908Itabaiana|03005Itabaianinha|03104Itabi|03203Itaporanga d''Ajuda|03302Japaratuba|03401Japoatã|03500Lagarto|03609Laranjeiras|03708Macambira|03807Malhada dos Bois|03906Malhador|04003Maruim|04102Moita Bonita|04201Monte Alegre de Sergipe|04300Muribeca|04409Neópolis|04458Nossa Senhora Aparecida|04508Nossa Senhora da Glória|04607Nossa Senhora das Dores|04706Nossa Senhora de Lourdes|04805Nossa Senhora do Socorro|04904Pacatuba|05000Pedra Mole|05109Pedrinhas|05208Pinhão|05307Pirambu|05406Poço Redondo|05505Poço Verde|05604Porto da Folha|05703Propriá|05802Riachão do Dantas|05901Riachuelo|06008Ribeirópolis|06107Rosário do Catete|06206Salgado|06305Santa Luzia do Itanhy|06404Santana do São Francisco|06503Santa Rosa de Lima|06602Santo Amaro das Brotas|06701São Cristóvão|06800São Domingos|06909São Francisco|07006São Miguel do Aleixo|07105Simão Dias|07204Siriri|07303Telha|07402Tobias Barreto|07501Tomar do Geru|07600Umbaúba'),
  (29, 'BA', '00108Abaíra|00207Abaré|00306Acajutiba|00355Adustina|00405Água Fria|00504Érico Cardoso|00603Aiquara|00702Alagoinhas|00801Alcobaça|00900Almadina|01007Amargosa|01106Amélia Rodrigues|01155América Dourada|01205Anagé|01304Andaraí|01353Andorinha|01403Angical|01502Anguera|01601Antas|01700Antônio Cardoso|01809Antônio Gonçalves|01908Aporá|01957Apuarema|02005Aracatu|02054Araças|02104Araci|02203Aramari|02252Arataca|02302Aratuípe|02401Aurelino Leal|02500Baianópolis|02609Baixa Grande|02658Banzaê|02708Barra|02807Barra da Estiva|02906Barra do Choça|03003Barra do Mendes|03102Barra do Rocha|03201Barreiras|03235Barro Alto|03276Barrocas|03300Barro Preto|03409Belmonte|03508Belo Campo|03607Biritinga|03706Boa Nova|03805Boa Vista do Tupim|03904Bom Jesus da Lapa|03953Bom Jesus da Serra|04001Boninal|04050Bonito|04100Boquira|04209Botuporã|04308Brejões|04407Brejolândia|04506Brotas de Macaúbas|04605Brumado|04704Buerarema|04753Buritirama|04803Caatiba|04852Cabaceiras do Paraguaçu|04902Cachoeira|05008Caculé|05107Caém|05156Caetanos|05206Caetité|05305Cafarnaum|05404Cairu|05503Caldeirão Grande|05602Camacan|05701Camaçari|05800Camamu|05909Campo Alegre de Lourdes|06006Campo Formoso|06105Canápolis|06204Canarana|06303Canavieiras|06402Candeal|06501Candeias|06600Candiba|06709Cândido Sales|06808Cansanção|06824Canudos|06857Capela do Alto Alegre|06873Capim Grosso|06899Caraíbas|06907Caravelas|07004Cardeal da Silva|07103Carinhanha|07202Casa Nova|07301Castro Alves|07400Catolândia|07509Catu|07558Caturama|07608Central|07707Chorrochó|07806Cícero Dantas|07905Cipó|08002Coaraci|08101Cocos|08200Conceição da Feira|08309Conceição do Almeida|08408Conceição do Coité|08507Conceição do Jacuípe|08606Conde|08705Condeúba|08804Contendas do Sincorá|08903Coração de Maria|09000Cordeiros|09109Coribe|09208Coronel João Sá|09307Correntina|09406Cotegipe|09505Cravolândia|09604Crisópolis|09703Cristópolis|09802Cruz das Almas|09901Curaçá|10008Dário Meira|10057Dias d''Ávila|10107Dom Basílio|10206Dom Macedo Costa|10305Elísio Medrado|10404Encruzilhada|10503Entre Rios|10602Esplanada|10701Euclides da Cunha|10727Eunápolis|10750Fátima|10776Feira da Mata|10800Feira de Santana|10859Filadélfia|10909Firmino Alves|11006Floresta Azul|11105Formosa do Rio Preto|11204Gandu|11253Gavião|11303Gentio do Ouro|11402Glória|11501Gongogi|11600Governador Mangabeira|11659Guajeru|11709Guanambi|11808Guaratinga|11857Heliópolis|11907Iaçu|12004Ibiassucê|12103Ibicaraí|12202Ibicoara|12301Ibicuí|12400Ibipeba|12509Ibipitanga|12608Ibiquera|12707Ibirapitanga|12806Ibirapuã|12905Ibirataia|13002Ibitiara|13101Ibititá|13200Ibotirama|13309Ichu|13408Igaporã|13457Igrapiúna|13507Iguaí|13606Ilhéus|13705Inhambupe|13804Ipecaetá|13903Ipiaú|14000Ipirá|14109Ipupiara|14208Irajuba|14307Iramaia|14406Iraquara|14505Irará|14604Irecê|14653Itabela|14703Itaberaba|14802Itabuna|14901Itacaré|15007Itaeté|15106Itagi|15205Itagibá|15304Itagimirim|15353Itaguaçu da Bahia|15403Itaju do Colônia|15502Itajuípe|15601Itamaraju|15700Itamari|15809Itambé|15908Itanagra|16005Itanhém|16104Itaparica|16203Itapé|16302Itapebi|16401Itapetinga|16500Itapicuru|16609Itapitanga|16708Itaquara|16807Itarantim|16856Itatim|16906Itiruçu|17003Itiúba|17102Itororó|17201Ituaçu|17300Ituberá|17334Iuiú|17359Jaborandi|17409Jacaraci|17508Jacobina|17607Jaguaquara|17706Jaguarari|17805Jaguaripe|17904Jandaíra|18001Jequié|18100Jeremoabo|18209Jiquiriçá|18308Jitaúna|18357João Dourado|18407Juazeiro|18456Jucuruçu|18506Jussara|18555Jussari|18605Jussiape|18704Lafaiete Coutinho|18753Lagoa Real|18803Laje|18902Lajedão|19009Lajedinho|19058Lajedo do Tabocal|19108Lamarão|19157Lapão|19207Lauro de Freitas|19306Lençóis|19405Licínio de Almeida|19504Livramento de Nossa Senhora|19553Luís Eduardo Magalhães|19603Macajuba|19702Macarani|19801Macaúbas|19900Macururé|19926Madre de Deus|19959Maetinga|20007Maiquinique|20106Mairi|20205Malhada|20304Malhada de Pedras|20403Manoel Vitorino|20452Mansidão|20502Maracás|20601Maragogipe|20700Maraú|20809Marcionílio Souza|20908Mascote|21005Mata de São João|21054Matina|21104Medeiros Neto|21203Miguel Calmon|21302Milagres|21401Mirangaba|21450Mirante|21500Monte Santo|21609Morpará|21708Morro do Chapéu|21807Mortugaba|21906Mucugê|22003Mucuri|22052Mulungu do Morro|22102Mundo Novo|22201Muniz Ferreira|22250Muquém de São Francisco|22300Muritiba|22409Mutuípe|22508Nazaré|22607Nilo Peçanha|22656Nordestina|22706Nova Canaã|22730Nova Fátima|22755Nova Ibiá|22805Nova Itarana|22854Nova Redenção|22904Nova Soure|23001Nova Viçosa|23035Novo Horizonte|23050Novo Triunfo|23100Olindina|23209Oliveira dos Brejinhos|23308Ouriçangas|23357Ourolândia|23407Palmas de Monte Alto|23506Palmeiras|23605Paramirim|23704Paratinga|23803Paripiranga|23902Pau Brasil|24009Paulo Afonso|24058Pé de Serra|24108Pedrão|24207Pedro Alexandre|24306Piatã|24405Pilão Arcado|24504Pindaí|24603Pindobaçu|24652Pintadas|24678Piraí do Norte|24702Piripá|24801Piritiba|24900Planaltino|25006Planalto|25105Poções|25204Pojuca|25253Ponto Novo|25303Porto Seguro|25402Potiraguá|25501Prado|25600Presidente Dutra|25709Presidente Jânio Quadros|25758Presidente Tancredo Neves|25808Queimadas|25907Quijingue|25931Quixabeira|25956Rafael Jambeiro|26004Remanso|26103Retirolândia|26202Riachão das Neves|26301Riachão do Jacuípe|26400Riacho de Santana|26509Ribeira do Amparo|26608Ribeira do Pombal|26657Ribeirão do Largo|26707Rio de Contas|26806Rio do Antônio|26905Rio do Pires|27002Rio Real|27101Rodelas|27200Ruy Barbosa|27309Salinas da Margarida|27408Salvador|27507Santa Bárbara|27606Santa Brígida|27705Santa Cruz Cabrália|27804Santa Cruz da Vitória|27903Santa Inês|28000Santaluz|28059Santa Luzia|28109Santa Maria da Vitória|28208Santana|28307Santanópolis|28406Santa Rita de Cássia|28505Santa Teresinha|28604Santo Amaro|28703Santo Antônio de Jesus|28802Santo Estêvão|28901São Desidério|28950São Domingos|29008São Félix|29057São Félix do Coribe|29107São Felipe|29206São Francisco do Conde|29255São Gabriel|29305São Gonçalo dos Campos|29354São José da Vitória|29370São José do Jacuípe|29404São Miguel das Matas|29503São Sebastião do Passé|29602Sapeaçu|29701Sátiro Dias|29750Saubara|29800Saúde|29909Seabra|30006Sebastião Laranjeiras|30105Senhor do Bonfim|30154Serra do Ramalho|30204Sento Sé|30303Serra Dourada|30402Serra Preta|30501Serrinha|30600Serrolândia|30709Simões Filho|30758Sítio do Mato|30766Sítio do Quinto|30774Sobradinho|30808Souto Soares|30907Tabocas do Brejo Velho|31004Tanhaçu|31053Tanque Novo|31103Tanquinho|31202Taperoá|31301Tapiramutá|31350Teixeira de Freitas|31400Teodoro Sampaio|31509Teofilândia|31608Teolândia|31707Terra Nova|31806Tremedal|31905Tucano|32002Uauá|32101Ubaíra|32200Ubaitaba|32309Ubatã|32408Uibaí|32457Umburanas|32507Una|32606Urandi|32705Uruçuca|32804Utinga|32903Valença|33000Valente|33059Várzea da Roça|33109Várzea do Poço|33158Várzea Nova|33174Varzedo|33208Vera Cruz|33257Vereda|33307Vitória da Conquista|33406Wagner|33455Wanderley|33505Wenceslau Guimarães|33604Xique-Xique'),
  (31, 'MG', '00104Abadia dos Dourados|00203Abaeté|00302Abre Campo|00401Acaiaca|00500Açucena|00609Água Boa|00708Água Comprida|00807Aguanil|00906Águas Formosas|01003Águas Vermelhas|01102Aimorés|01201Aiuruoca|01300Alagoa|01409Albertina|01508Além Paraíba|01607Alfenas|01631Alfredo Vasconcelos|01706Almenara|01805Alpercata|01904Alpinópolis|02001Alterosa|02050Alto Caparaó|02100Alto Rio Doce|02209Alvarenga|02308Alvinópolis|02407Alvorada de Minas|02506Amparo do Serra|02605Andradas|02704Cachoeira de Pajeú|02803Andrelândia|02852Angelândia|02902Antônio Carlos|03009Antônio Dias|03108Antônio Prado de Minas|03207Araçaí|03306Aracitaba|03405Araçuaí|03504Araguari|03603Arantina|03702Araponga|03751Araporã|03801Arapuá|03900Araújos|04007Araxá|04106Arceburgo|04205Arcos|04304Areado|04403Argirita|04452Aricanduva|04502Arinos|04601Astolfo Dutra|04700Ataléia|04809Augusto de Lima|04908Baependi|05004Baldim|05103Bambuí|05202Bandeira|05301Bandeira do Sul|05400Barão de Cocais|05509Barão de Monte Alto|05608Barbacena|05707Barra Longa|05905Barroso|06002Bela Vista de Minas|06101Belmiro Braga|06200Belo Horizonte|06309Belo Oriente|06408Belo Vale|06507Berilo|06606Bertópolis|06655Berizal|06705Betim|06804Bias Fortes|06903Bicas|07000Biquinhas|07109Boa Esperança|07208Bocaina de Minas|07307Bocaiúva|07406Bom Despacho|07505Bom Jardim de Minas|07604Bom Jesus da Penha|07703Bom Jesus do Amparo|07802Bom Jesus do Galho|07901Bom Repouso|08008Bom Sucesso|08107Bonfim|08206Bonfinópolis de Minas|08255Bonito de Minas|08305Borda da Mata|08404Botelhos|08503Botumirim|08552Brasilândia de Minas|08602Brasília de Minas|08701Brás Pires|08800Braúnas|08909Brazópolis|09006Brumadinho|09105Bueno Brandão|09204Buenópolis|09253Bugre|09303Buritis|09402Buritizeiro|09451Cabeceira Grande|09501Cabo Verde|09600Cachoeira da Prata|09709Cachoeira de Minas|09808Cachoeira Dourada|09907Caetanópolis|10004Caeté|10103Caiana|10202Cajuri|10301Caldas|10400Camacho|10509Camanducaia|10608Cambuí|10707Cambuquira|10806Campanário|10905Campanha|11002Campestre|11101Campina Verde|11150Campo Azul|11200Campo Belo|11309Campo do Meio|11408Campo Florido|11507Campos Altos|11606Campos Gerais|11705Canaã|11804Canápolis|11903Cana Verde|12000Candeias|12059Cantagalo|12109Caparaó|12208Capela Nova|12307Capelinha|12406Capetinga|12505Capim Branco|12604Capinópolis|12653Capitão Andrade|12703Capitão Enéas|12802Capitólio|12901Caputira|13008Caraí|13107Caranaíba|13206Carandaí|13305Carangola|13404Caratinga|13503Carbonita|13602Careaçu|13701Carlos Chagas|13800Carmésia|13909Carmo da Cachoeira|14006Carmo da Mata|14105Carmo de Minas|14204Carmo do Cajuru|14303Carmo do Paranaíba|14402Carmo do Rio Claro|14501Carmópolis de Minas|14550Carneirinho|14600Carrancas|14709Carvalhópolis|14808Carvalhos|14907Casa Grande|15003Cascalho Rico|15102Cássia|15201Conceição da Barra de Minas|15300Cataguases|15359Catas Altas|15409Catas Altas da Noruega|15458Catuji|15474Catuti|15508Caxambu|15607Cedro do Abaeté|15706Central de Minas|15805Centralina|15904Chácara|16001Chalé|16100Chapada do Norte|16159Chapada Gaúcha|16209Chiador|16308Cipotânea|16407Claraval|16506Claro dos Poções|16605Cláudio|16704Coimbra|16803Coluna|16902Comendador Gomes|17009Comercinho|17108Conceição da Aparecida|17207Conceição das Pedras|17306Conceição das Alagoas|17405Conceição de Ipanema|17504Conceição do Mato Dentro|17603Conceição do Pará|17702Conceição do Rio Verde|17801Conceição dos Ouros|17836Cônego Marinho|17876Confins|17900Congonhal|18007Congonhas|18106Congonhas do Norte|18205Conquista|18304Conselheiro Lafaiete|18403Conselheiro Pena|18502Consolação|18601Contagem|18700Coqueiral|18809Coração de Jesus|18908Cordisburgo|19005Cordislândia|19104Corinto|19203Coroaci|19302Coromandel|19401Coronel Fabriciano|19500Coronel Murta|19609Coronel Pacheco|19708Coronel Xavier Chaves|19807Córrego Danta|19906Córrego do Bom Jesus|19955Córrego Fundo|20003Córrego Novo|20102Couto de Magalhães de Minas|20151Crisólita|20201Cristais|20300Cristália|20409Cristiano Otoni|20508Cristina|20607Crucilândia|20706Cruzeiro da Fortaleza|20805Cruzília|20839Cuparaque|20870Curral de Dentro|20904Curvelo|21001Datas|21100Delfim Moreira|21209Delfinópolis|21258Delta|21308Descoberto|21407Desterro de Entre Rios|21506Desterro do Melo|21605Diamantina|21704Diogo de Vasconcelos|21803Dionísio|21902Divinésia|22009Divino|22108Divino das Laranjeiras|22207Divinolândia de Minas|22306Divinópolis|22355Divisa Alegre|22405Divisa Nova|22454Divisópolis|22470Dom Bosco|22504Dom Cavati|22603Dom Joaquim|22702Dom Silvério|22801Dom Viçoso|22900Dona Euzébia|23007Dores de Campos|23106Dores de Guanhães|23205Dores do Indaiá|23304Dores do Turvo|23403Doresópolis|23502Douradoquara|23528Durandé|23601Elói Mendes|23700Engenheiro Caldas|23809Engenheiro Navarro|23858Entre Folhas|23908Entre Rios de Minas|24005Ervália|24104Esmeraldas|24203Espera Feliz|24302Espinosa|24401Espírito Santo do Dourado|24500Estiva|24609Estrela Dalva|24708Estrela do Indaiá|24807Estrela do Sul|24906Eugenópolis|25002Ewbank da Câmara|25101Extrema|25200Fama|25309Faria Lemos|25408Felício dos Santos|25507São Gonçalo do Rio Preto|25606Felisburgo|25705Felixlândia|25804Fernandes Tourinho|25903Ferros|25952Fervedouro|26000Florestal|26109Formiga|26208Formoso|26307Fortaleza de Minas|26406Fortuna de Minas|26505Francisco Badaró|26604Francisco Dumont|26703Francisco Sá|26752Franciscópolis|26802Frei Gaspar|26901Frei Inocêncio|26950Frei Lagonegro|27008Fronteira|27057Fronteira dos Vales|27073Fruta de Leite|27107Frutal|27206Funilândia|27305Galiléia|27339Gameleiras|27354Glaucilândia|27370Goiabeira|27388Goianá|27404Gonçalves|27503Gonzaga|27602Gouveia|27701Governador Valadares|27800Grão Mogol|27909Grupiara|28006Guanhães|28105Guapé|28204Guaraciaba|28253Guaraciama|28303Guaranésia|28402Guarani|28501Guarará|28600Guarda-Mor|28709Guaxupé|28808Guidoval|28907Guimarânia|29004Guiricema|29103Gurinhatã|29202Heliodora|29301Iapu|29400Ibertioga|29509Ibiá|29608Ibiaí|29657Ibiracatu|29707Ibiraci|29806Ibirité|29905Ibitiúra de Minas|30002Ibituruna|30051Icaraí de Minas|30101Igarapé|30200Igaratinga|30309Iguatama|30408Ijaci|30507Ilicínea|30556Imbé de Minas|30606Inconfidentes|30655Indaiabira|30705Indianópolis|30804Ingaí|30903Inhapim|31000Inhaúma|31109Inimutaba|31158Ipaba|31208Ipanema|31307Ipatinga|31406Ipiaçu|31505Ipuiúna|31604Iraí de Minas|31703Itabira|31802Itabirinha|31901Itabirito|32008Itacambira|32107Itacarambi|32206Itaguara|32305Itaipé|32404Itajubá|32503Itamarandiba|32602Itamarati de Minas|32701Itambacuri|32800Itambé do Mato Dentro|32909Itamogi|33006Itamonte|33105Itanhandu|33204Itanhomi|33303Itaobim|33402Itapagipe|33501Itapecerica|33600Itapeva|33709Itatiaiuçu|33758Itaú de Minas|33808Itaúna|33907Itaverava|34004Itinga|34103Itueta|34202Ituiutaba|34301Itumirim|34400Iturama|34509Itutinga|34608Jaboticatubas|34707Jacinto|34806Jacuí|34905Jacutinga|35001Jaguaraçu|35050Jaíba|35076Jampruca|35100Janaúba|35209Januária|35308Japaraíba|35357Japonvar|35407Jeceaba|35456Jenipapo de Minas|35506Jequeri|35605Jequitaí|35704Jequitibá|35803Jequitinhonha|35902Jesuânia|36009Joaíma|36108Joanésia|36207João Monlevade|36306João Pinheiro|36405Joaquim Felício|36504Jordânia|36520José Gonçalves de Minas|36553José Raydan|36579Josenópolis|36603Nova União|36652Juatuba|36702Juiz de Fora|36801Juramento|36900Juruaia|36959Juvenília|37007Ladainha|37106Lagamar|37205Lagoa da Prata|37304Lagoa dos Patos|37403Lagoa Dourada|37502Lagoa Formosa|37536Lagoa Grande|37601Lagoa Santa|37700Lajinha|37809Lambari|37908Lamim|38005Laranjal|38104Lassance|38203Lavras|38302Leandro Ferreira|38351Leme do Prado|38401Leopoldina|38500Liberdade|38609Lima Duarte|38625Limeira do Oeste|38658Lontra|38674Luisburgo|38682Luislândia|38708Luminárias|38807Luz|38906Machacalis|39003Machado|39102Madre de Deus de Minas|39201Malacacheta|39250Mamonas|39300Manga|39409Manhuaçu|39508Manhumirim|39607Mantena|39706Maravilhas|39805Mar de Espanha|39904Maria da Fé|40001Mariana|40100Marilac|40159Mário Campos|40209Maripá de Minas|40308Marliéria|40407Marmelópolis|40506Martinho Campos|40530Martins Soares|40555Mata Verde|40605Materlândia|40704Mateus Leme|40803Matias Barbosa|40852Matias Cardoso|40902Matipó|41009Mato Verde|41108Matozinhos|41207Matutina|41306Medeiros|41405Medina|41504Mendes Pimentel|41603Mercês|41702Mesquita|41801Minas Novas|41900Minduri|42007Mirabela|42106Miradouro|42205Miraí|42254Miravânia|42304Moeda|42403Moema|42502Monjolos|42601Monsenhor Paulo|42700Montalvânia|42809Monte Alegre de Minas|42908Monte Azul|43005Monte Belo|43104Monte Carmelo|43153Monte Formoso|43203Monte Santo de Minas|43302Montes Claros|43401Monte Sião|43450Montezuma|43500Morada Nova de Minas|43609Morro da Garça|43708Morro do Pilar|43807Munhoz|43906Muriaé|44003Mutum|44102Muzambinho|44201Nacip Raydan|44300Nanuque|44359Naque|44375Natalândia|44409Natércia|44508Nazareno|44607Nepomuceno|44656Ninheira|44672Nova Belém|44706Nova Era|44805Nova Lima|44904Nova Módica|45000Nova Ponte|45059Nova Porteirinha|45109Nova Resende|45208Nova Serrana|45307Novo Cruzeiro|45356Novo Oriente de Minas|45372Novorizonte|45406Olaria|45455Olhos-d''Água|45505Olímpio Noronha|45604Oliveira|45703Oliveira Fortes|45802Onça de Pitangui|45851Oratórios|45877Orizânia|45901Ouro Branco|46008Ouro Fino|46107Ouro Preto|46206Ouro Verde de Minas|46255Padre Carvalho|46305Padre Paraíso|46404Paineiras|46503Pains|46552Pai Pedro|46602Paiva|46701Palma|46750Palmópolis|46909Papagaios|47006Paracatu|47105Pará de Minas|47204Paraguaçu|47303Paraisópolis|47402Paraopeba|47501Passabém|47600Passa Quatro|47709Passa Tempo|47808Passa-Vinte|47907Passos|47956Patis|48004Patos de Minas|48103Patrocínio|48202Patrocínio do Muriaé|48301Paula Cândido|48400Paulistas|48509Pavão|48608Peçanha|48707Pedra Azul|48756Pedra Bonita|48806Pedra do Anta|48905Pedra do Indaiá|49002Pedra Dourada|49101Pedralva|49150Pedras de Maria da Cruz|49200Pedrinópolis|49309Pedro Leopoldo|49408Pedro Teixeira|49507Pequeri|49606Pequi|49705Perdigão|49804Perdizes|49903Perdões|49952Periquito|50000Pescador|50109Piau|50158Piedade de Caratinga|50208Piedade de Ponte Nova|50307Piedade do Rio Grande|50406Piedade dos Gerais|50505Pimenta|50539Pingo-d''Água|50570Pintópolis|50604Piracema|50703Pirajuba|50802Piranga|50901Piranguçu|51008Piranguinho|51107Pirapetinga|51206Pirapora|51305Piraúba|51404Pitangui|51503Piumhi|51602Planura|51701Poço Fundo|51800Poços de Caldas|51909Pocrane|52006Pompéu|52105Ponte Nova|52131Ponto Chique|52170Ponto dos Volantes|52204Porteirinha|52303Porto Firme|52402Poté|52501Pouso Alegre|52600Pouso Alto|52709Prados|52808Prata|52907Pratápolis|53004Pratinha|53103Presidente Bernardes|53202Presidente Juscelino|53301Presidente Kubitschek|53400Presidente Olegário|53509Alto Jequitibá|53608Prudente de Morais|53707Quartel Geral|53806Queluzito|53905Raposos|54002Raul Soares|54101Recreio|54150Reduto|54200Resende Costa|54309Resplendor|54408Ressaquinha|54457Riachinho|54507Riacho dos Machados|54606Ribeirão das Neves|54705Ribeirão Vermelho|54804Rio Acima|54903Rio Casca|55009Rio Doce|55108Rio do Prado|55207Rio Espera|55306Rio Manso|55405Rio Novo|55504Rio Paranaíba|55603Rio Pardo de Minas|55702Rio Piracicaba|55801Rio Pomba|55900Rio Preto|56007Rio Vermelho|56106Ritápolis|56205Rochedo de Minas|56304Rodeiro|56403Romaria|56452Rosário da Limeira|56502Rubelita|56601Rubim|56700Sabará|56809Sabinópolis|56908Sacramento|57005Salinas|57104Salto da Divisa|57203Santa Bárbara|57252Santa Bárbara do Leste|57278Santa Bárbara do Monte Verde|57302Santa Bárbara do Tugúrio|57336Santa Cruz de Minas|57377Santa Cruz de Salinas|57401Santa Cruz do Escalvado|57500Santa Efigênia de Minas|57609Santa Fé de Minas|57658Santa Helena de Minas|57708Santa Juliana|57807Santa Luzia|57906Santa Margarida|58003Santa Maria de Itabira|58102Santa Maria do Salto|58201Santa Maria do Suaçuí|58300Santana da Vargem|58409Santana de Cataguases|58508Santana de Pirapama|58607Santana do Deserto|58706Santana do Garambéu|58805Santana do Jacaré|58904Santana do Manhuaçu|58953Santana do Paraíso|59001Santana do Riacho|59100Santana dos Montes|59209Santa Rita de Caldas|59308Santa Rita de Jacutinga|59357Santa Rita de Minas|59407Santa Rita de Ibitipoca|59506Santa Rita do Itueto|59605Santa Rita do Sapucaí|59704Santa Rosa da Serra|59803Santa Vitória|59902Santo Antônio do Amparo|60009Santo Antônio do Aventureiro|60108Santo Antônio do Grama|60207Santo Antônio do Itambé|60306Santo Antônio do Jacinto|60405Santo Antônio do Monte|60454Santo Antônio do Retiro|60504Santo Antônio do Rio Abaixo|60603Santo Hipólito|60702Santos Dumont|60801São Bento Abade|60900São Brás do Suaçuí|60959São Domingos das Dores|61007São Domingos do Prata|61056São Félix de Minas|61106São Francisco|61205São Francisco de Paula|61304São Francisco de Sales|61403São Francisco do Glória|61502São Geraldo|61601São Geraldo da Piedade|61650São Geraldo do Baixio|61700São Gonçalo do Abaeté|61809São Gonçalo do Pará|61908São Gonçalo do Rio Abaixo|62005São Gonçalo do Sapucaí|62104São Gotardo|62203São João Batista do Glória|62252São João da Lagoa|62302São João da Mata|62401São João da Ponte|62450São João das Missões|62500São João del Rei|62559São João do Manhuaçu|62575São João do Manteninha|62609São João do Oriente|62658São João do Pacuí|62708São João do Paraíso|62807São João Evangelista|62906São João Nepomuceno|62922São Joaquim de Bicas|62948São José da Barra|62955São José da Lapa|63003São José da Safira|63102São José da Varginha|63201São José do Alegre|63300São José do Divino|63409São José do Goiabal|63508São José do Jacuri|63607São José do Mantimento|63706São Lourenço|63805São Miguel do Anta|63904São Pedro da União|64001São Pedro dos Ferros|64100São Pedro do Suaçuí|64209São Romão|64308São Roque de Minas|64407São Sebastião da Bela Vista|64431São Sebastião da Vargem Alegre|64472São Sebastião do Anta|64506São Sebastião do Maranhão|64605São Sebastião do Oeste|64704São Sebastião do Paraíso|64803São Sebastião do Rio Preto|64902São Sebastião do Rio Verde|65008São Tiago|65107São Tomás de Aquino|65206São Tomé das Letras|65305São Vicente de Minas|65404Sapucaí-Mirim|65503Sardoá|65537Sarzedo|65552Setubinha|65560Sem-Peixe|65578Senador Amaral|65602Senador Cortes|65701Senador Firmino|65800Senador José Bento|65909Senador Modestino Gonçalves|66006Senhora de Oliveira|66105Senhora do Porto|66204Senhora dos Remédios|66303Sericita|66402Seritinga|66501Serra Azul de Minas|66600Serra da Saudade|66709Serra dos Aimorés|66808Serra do Salitre|66907Serrania|66956Serranópolis de Minas|67004Serranos|67103Serro|67202Sete Lagoas|67301Silveirânia|67400Silvianópolis|67509Simão Pereira|67608Simonésia|67707Sobrália|67806Soledade de Minas|67905Tabuleiro|68002Taiobeiras|68051Taparuba|68101Tapira|68200Tapiraí|68309Taquaraçu de Minas|68408Tarumirim|68507Teixeiras|68606Teófilo Otoni|68705Timóteo|68804Tiradentes|68903Tiros|69000Tocantins|69059Tocos do Moji|69109Toledo|69208Tombos|69307Três Corações|69356Três Marias|69406Três Pontas|69505Tumiritinga|69604Tupaciguara|69703Turmalina|69802Turvolândia|69901Ubá|70008Ubaí|70057Ubaporanga|70107Uberaba|70206Uberlândia|70305Umburatiba|70404Unaí|70438União de Minas|70479Uruana de Minas|70503Urucânia|70529Urucuia|70578Vargem Alegre|70602Vargem Bonita|70651Vargem Grande do Rio Pardo|70701Varginha|70750Varjão de Minas|70800Várzea da Palma|70909Varzelândia|71006Vazante|71030Verdelândia|71071Veredinha|71105Veríssimo|71154Vermelho Novo|71204Vespasiano|71303Viçosa|71402Vieiras|71501Mathias Lobato|71600Virgem da Lapa|71709Virgínia|71808Virginópolis|71907Virgolândia|72004Visconde do Rio Branco|72103Volta Grande|72202Wenceslau Braz'),
  (32, 'ES', '00102Afonso Cláudio|00136Águia Branca|00169Água Doce do Norte|00201Alegre|00300Alfredo Chaves|00359Alto Rio Novo|00409Anchieta|00508Apiacá|00607Aracruz|00706Atílio Vivácqua|00805Baixo Guandu|00904Barra de São Francisco|01001Boa Esperança|01100Bom Jesus do Norte|01159Brejetuba|01209Cachoeiro de Itapemirim|01308Cariacica|01407Castelo|01506Colatina|01605Conceição da Barra|01704Conceição do Castelo|01803Divino de São Lourenço|01902Domingos Martins|02009Dores do Rio Preto|02108Ecoporanga|02207Fundão|02256Governador Lindenberg|02306Guaçuí|02405Guarapari|02454Ibatiba|02504Ibiraçu|02553Ibitirama|02603Iconha|02652Irupi|02702Itaguaçu|02801Itapemirim|02900Itarana|03007Iúna|03056Jaguaré|03106Jerônimo Monteiro|03130João Neiva|03163Laranja da Terra|03205Linhares|03304Mantenópolis|03320Marataízes|03346Marechal Floriano|03353Marilândia|03403Mimoso do Sul|03502Montanha|03601Mucurici|03700Muniz Freire|03809Muqui|03908Nova Venécia|04005Pancas|04054Pedro Canário|04104Pinheiros|04203Piúma|04252Ponto Belo|04302Presidente Kennedy|04351Rio Bananal|04401Rio Novo do Sul|04500Santa Leopoldina|04559Santa Maria de Jetibá|04609Santa Teresa|04658São Domingos do Norte|04708São Gabriel da Palha|04807São José do Calçado|04906São Mateus|04955São Roque do Canaã|05002Serra|05010Sooretama|05036Vargem Alta|05069Venda Nova do Imigrante|05101Viana|05150Vila Pavão|05176Vila Valério|05200Vila Velha|05309Vitória'),
  (33, 'RJ', '00100Angra dos Reis|00159Aperibé|00209Araruama|00225Areal|00233Armação dos Búzios|00258Arraial do Cabo|00308Barra do Piraí|00407Barra Mansa|00456Belford Roxo|00506Bom Jardim|00605Bom Jesus do Itabapoana|00704Cabo Frio|00803Cachoeiras de Macacu|00902Cambuci|00936Carapebus|00951Comendador Levy Gasparian|01009Campos dos Goytacazes|01108Cantagalo|01157Cardoso Moreira|01207Carmo|01306Casimiro de Abreu|01405Conceição de Macabu|01504Cordeiro|01603Duas Barras|01702Duque de Caxias|01801Engenheiro Paulo de Frontin|01850Guapimirim|01876Iguaba Grande|01900Itaboraí|02007Itaguaí|02056Italva|02106Itaocara|02205Itaperuna|02254Itatiaia|02270Japeri|02304Laje do Muriaé|02403Macaé|02452Macuco|02502Magé|02601Mangaratiba|02700Maricá|02809Mendes|02858Mesquita|02908Miguel Pereira|03005Miracema|03104Natividade|03203Nilópolis|03302Niterói|03401Nova Friburgo|03500Nova Iguaçu|03609Paracambi|03708Paraíba do Sul|03807Paraty|03856Paty do Alferes|03906Petrópolis|03955Pinheiral|04003Piraí|04102Porciúncula|04110Porto Real|04128Quatis|04144Queimados|04151Quissamã|04201Resende|04300Rio Bonito|04409Rio Claro|04508Rio das Flores|04524Rio das Ostras|04557Rio de Janeiro|04607Santa Maria Madalena|04706Santo Antônio de Pádua|04755São Francisco de Itabapoana|04805São Fidélis|04904São Gonçalo|05000São João da Barra|05109São João de Meriti|05133São José de Ubá|05158São José do Vale do Rio Preto|05208São Pedro da Aldeia|05307São Sebastião do Alto|05406Sapucaia|05505Saquarema|05554Seropédica|05604Silva Jardim|05703Sumidouro|05752Tanguá|05802Teresópolis|05901Trajano de Moraes|06008Três Rios|06107Valença|06156Varre-Sai|06206Vassouras|06305Volta Redonda'),
  (35, 'SP', '00105Adamantina|00204Adolfo|00303Aguaí|00402Águas da Prata|00501Águas de Lindóia|00550Águas de Santa Bárbara|00600Águas de São Pedro|00709Agudos|00758Alambari|00808Alfredo Marcondes|00907Altair|01004Altinópolis|01103Alto Alegre|01152Alumínio|01202Álvares Florence|01301Álvares Machado|01400Álvaro de Carvalho|01509Alvinlândia|01608Americana|01707Américo Brasiliense|01806Américo de Campos|01905Amparo|02002Analândia|02101Andradina|02200Angatuba|02309Anhembi|02408Anhumas|02507Aparecida|02606Aparecida d''Oeste|02705Apiaí|02754Araçariguama|02804Araçatuba|02903Araçoiaba da Serra|03000Aramina|03109Arandu|03158Arapeí|03208Araraquara|03307Araras|03356Arco-Íris|03406Arealva|03505Areias|03604Areiópolis|03703Ariranha|03802Artur Nogueira|03901Arujá|03950Aspásia|04008Assis|04107Atibaia|04206Auriflama|04305Avaí|04404Avanhandava|04503Avaré|04602Bady Bassitt|04701Balbinos|04800Bálsamo|04909Bananal|05005Barão de Antonina|05104Barbosa|05203Bariri|05302Barra Bonita|05351Barra do Chapéu|05401Barra do Turvo|05500Barretos|05609Barrinha|05708Barueri|05807Bastos|05906Batatais|06003Bauru|06102Bebedouro|06201Bento de Abreu|06300Bernardino de Campos|06359Bertioga|06409Bilac|06508Birigui|06607Biritiba-Mirim|06706Boa Esperança do Sul|06805Bocaina|06904Bofete|07001Boituva|07100Bom Jesus dos Perdões|07159Bom Sucesso de Itararé|07209Borá|07308Boracéia|07407Borborema|07456Borebi|07506Botucatu|07605Bragança Paulista|07704Braúna|07753Brejo Alegre|07803Brodowski|07902Brotas|08009Buri|08108Buritama|08207Buritizal|08306Cabrália Paulista|08405Cabreúva|08504Caçapava|08603Cachoeira Paulista|08702Caconde|08801Cafelândia|08900Caiabu|09007Caieiras|09106Caiuá|09205Cajamar|09254Cajati|09304Cajobi|09403Cajuru|09452Campina do Monte Alegre|09502Campinas|09601Campo Limpo Paulista|09700Campos do Jordão|09809Campos Novos Paulista|09908Cananéia|09957Canas|10005Cândido Mota|10104Cândido Rodrigues|10153Canitar|10203Capão Bonito|10302Capela do Alto|10401Capivari|10500Caraguatatuba|10609Carapicuíba|10708Cardoso|10807Casa Branca|10906Cássia dos Coqueiros|11003Castilho|11102Catanduva|11201Catiguá|11300Cedral|11409Cerqueira César|11508Cerquilho|11607Cesário Lange|11706Charqueada|11904Clementina|12001Colina|12100Colômbia|12209Conchal|12308Conchas|12407Cordeirópolis|12506Coroados|12605Coronel Macedo|12704Corumbataí|12803Cosmópolis|12902Cosmorama|13009Cotia|13108Cravinhos|13207Cristais Paulista|13306Cruzália|13405Cruzeiro|13504Cubatão|13603Cunha|13702Descalvado|13801Diadema|13850Dirce Reis|13900Divinolândia|14007Dobrada|14106Dois Córregos|14205Dolcinópolis|14304Dourado|14403Dracena|14502Duartina|14601Dumont|14700Echaporã|14809Eldorado|14908Elias Fausto|14924Elisiário|14957Embaúba|15004Embu das Artes|15103Embu-Guaçu|15129Emilianópolis|15152Engenheiro Coelho|15186Espírito Santo do Pinhal|15194Espírito Santo do Turvo|15202Estrela d''Oeste|15301Estrela do Norte|15350Euclides da Cunha Paulista|15400Fartura|15509Fernandópolis|15608Fernando Prestes|15657Fernão|15707Ferraz de Vasconcelos|15806Flora Rica|15905Floreal|16002Flórida Paulista|16101Florínia|16200Franca|16309Francisco Morato|16408Franco da Rocha|16507Gabriel Monteiro|16606Gália|16705Garça|16804Gastão Vidigal|16853Gavião Peixoto|16903General Salgado|17000Getulina|17109Glicério|17208Guaiçara|17307Guaimbê|17406Guaíra|17505Guapiaçu|17604Guapiara|17703Guará|17802Guaraçaí|17901Guaraci|18008Guarani d''Oeste|18107Guarantã|18206Guararapes|18305Guararema|18404Guaratinguetá|18503Guareí|18602Guariba|18701Guarujá|18800Guarulhos|18859Guatapará|18909Guzolândia|19006Herculândia|19055Holambra|19071Hortolândia|19105Iacanga|19204Iacri|19253Iaras|19303Ibaté|19402Ibirá|19501Ibirarema|19600Ibitinga|19709Ibiúna|19808Icém|19907Iepê|20004Igaraçu do Tietê|20103Igarapava|20202Igaratá|20301Iguape|20400Ilhabela|20426Ilha Comprida|20442Ilha Solteira|20509Indaiatuba|20608Indiana|20707Indiaporã|20806Inúbia Paulista|20905Ipaussu|21002Iperó|21101Ipeúna|21150Ipiguá|21200Iporanga|21309Ipuã|21408Iracemápolis|21507Irapuã|21606Irapuru|21705Itaberá|21804Itaí|21903Itajobi|22000Itaju|22109Itanhaém|22158Itaóca|22208Itapecerica da Serra|22307Itapetininga|22406Itapeva|22505Itapevi|22604Itapira|22653Itapirapuã Paulista|22703Itápolis|22802Itaporanga|22901Itapuí|23008Itapura|23107Itaquaquecetuba|23206Itararé|23305Itariri|23404Itatiba|23503Itatinga|23602Itirapina|23701Itirapuã|23800Itobi|23909Itu|24006Itupeva|24105Ituverava|24204Jaborandi|24303Jaboticabal|24402Jacareí|24501Jaci|24600Jacupiranga|24709Jaguariúna|24808Jales|24907Jambeiro|25003Jandira|25102Jardinópolis|25201Jarinu|25300Jaú|25409Jeriquara|25508Joanópolis|25607João Ramalho|25706José Bonifácio|25805Júlio Mesquita|25854Jumirim|25904Jundiaí|26001Junqueirópolis|26100Juquiá|26209Juquitiba|26308Lagoinha|26407Laranjal Paulista|26506Lavínia|26605Lavrinhas|26704Leme|26803Lençóis Paulista|26902Limeira|27009Lindóia|27108Lins|27207Lorena|27256Lourdes|27306Louveira|27405Lucélia|27504Lucianópolis|27603Luís Antônio|27702Luiziânia|27801Lupércio|27900Lutécia|28007Macatuba|28106Macaubal|28205Macedônia|28304Magda|28403Mairinque|28502Mairiporã|28601Manduri|28700Marabá Paulista|28809Maracaí|28858Marapoama|28908Mariápolis|29005Marília|29104Marinópolis|29203Martinópolis|29302Matão|29401Mauá|29500Mendonça|29609Meridiano|29658Mesópolis|29708Miguelópolis|29807Mineiros do Tietê|29906Miracatu|30003Mira Estrela|30102Mirandópolis|30201Mirante do Paranapanema|30300Mirassol|30409Mirassolândia|30508Mococa|30607Mogi das Cruzes|30706Mogi Guaçu|30805Mogi Mirim|30904Mombuca|31001Monções|31100Mongaguá|31209Monte Alegre do Sul|31308Monte Alto|31407Monte Aprazível|31506Monte Azul Paulista|31605Monte Castelo|31704Monteiro Lobato|31803Monte Mor|31902Morro Agudo|32009Morungaba|32058Motuca|32108Murutinga do Sul|32157Nantes|32207Narandiba|32306Natividade da Serra|32405Nazaré Paulista|32504Neves Paulista|32603Nhandeara|32702Nipoã|32801Nova Aliança|32827Nova Campina|32843Nova Canaã Paulista|32868Nova Castilho|32900Nova Europa|33007Nova Granada|33106Nova Guataporanga|33205Nova Independência|33254Novais|33304Nova Luzitânia|33403Nova Odessa|33502Novo Horizonte|33601Nuporanga|33700Ocauçu|33809Óleo|33908Olímpia|34005Onda Verde|34104Oriente|34203Orindiúva|34302Orlândia|34401Osasco|34500Oscar Bressane|34609Osvaldo Cruz|34708Ourinhos|34757Ouroeste|34807Ouro Verde|34906Pacaembu|35002Palestina|35101Palmares Paulista|35200Palmeira d''Oeste|35309Palmital|35408Panorama|35507Paraguaçu Paulista|35606Paraibuna|35705Paraíso|35804Paranapanema|35903Paranapuã|36000Parapuã|36109Pardinho|36208Pariquera-Açu|36257Parisi|36307Patrocínio Paulista|36406Paulicéia|36505Paulínia|36570Paulistânia|36604Paulo de Faria|36703Pederneiras|36802Pedra Bela|36901Pedranópolis|37008Pedregulho|37107Pedreira|37156Pedrinhas Paulista|37206Pedro de Toledo|37305Penápolis|37404Pereira Barreto|37503Pereiras|37602Peruíbe|37701Piacatu|37800Piedade|37909Pilar do Sul|38006Pindamonhangaba|38105Pindorama|38204Pinhalzinho|38303Piquerobi|38501Piquete|38600Piracaia|38709Piracicaba|38808Piraju|38907Pirajuí|39004Pirangi|39103Pirapora do Bom Jesus|39202Pirapozinho|39301Pirassununga|39400Piratininga|39509Pitangueiras|39608Planalto|39707Platina|39806Poá|39905Poloni|40002Pompéia|40101Pongaí|40200Pontal|40259Pontalinda|40309Pontes Gestal|40408Populina|40507Porangaba|40606Porto Feliz|40705Porto Ferreira|40754Potim|40804Potirendaba|40853Pracinha|40903Pradópolis|41000Praia Grande|41059Pratânia|41109Presidente Alves|41208Presidente Bernardes|41307Presidente Epitácio|41406Presidente Prudente|41505Presidente Venceslau|41604Promissão|41653Quadra|41703Quatá|41802Queiroz|41901Queluz|42008Quintana|42107Rafard|42206Rancharia|42305Redenção da Serra|42404Regente Feijó|42503Reginópolis|42602Registro|42701Restinga|42800Ribeira|42909Ribeirão Bonito|43006Ribeirão Branco|43105Ribeirão Corrente|43204Ribeirão do Sul|43238Ribeirão dos Índios|43253Ribeirão Grande|43303Ribeirão Pires|43402Ribeirão Preto|43501Riversul|43600Rifaina|43709Rincão|43808Rinópolis|43907Rio Claro|44004Rio das Pedras|44103Rio Grande da Serra|44202Riolândia|44251Rosana|44301Roseira|44400Rubiácea|44509Rubinéia|44608Sabino|44707Sagres|44806Sales|44905Sales Oliveira|45001Salesópolis|45100Salmourão|45159Saltinho|45209Salto|45308Salto de Pirapora|45407Salto Grande|45506Sandovalina|45605Santa Adélia|45704Santa Albertina|45803Santa Bárbara d''Oeste|46009Santa Branca|46108Santa Clara d''Oeste|46207Santa Cruz da Conceição|46256Santa Cruz da Esperança|46306Santa Cruz das Palmeiras|46405Santa Cruz do Rio Pardo|46504Santa Ernestina|46603Santa Fé do Sul|46702Santa Gertrudes|46801Santa Isabel|46900Santa Lúcia|47007Santa Maria da Serra|47106Santa Mercedes|47205Santana da Ponte Pensa|47304Santana de Parnaíba|47403Santa Rita d''Oeste|47502Santa Rita do Passa Quatro|47601Santa Rosa de Viterbo|47650Santa Salete|47700Santo Anastácio|47809Santo André|47908Santo Antônio da Alegria|48005Santo Antônio de Posse|48054Santo Antônio do Aracanguá|48104Santo Antônio do Jardim|48203Santo Antônio do Pinhal|48302Santo Expedito|48401Santópolis do Aguapeí|48500Santos|48609São Bento do Sapucaí|48708São Bernardo do Campo|48807São Caetano do Sul|48906São Carlos|49003São Francisco|49102São João da Boa Vista|49201São João das Duas Pontes|49250São João de Iracema|49300São João do Pau d''Alho|49409São Joaquim da Barra|49508São José da Bela Vista|49607São José do Barreiro|49706São José do Rio Pardo|49805São José do Rio Preto|49904São José dos Campos|49953São Lourenço da Serra|50001São Luiz do Paraitinga|50100São Manuel|50209São Miguel Arcanjo|50308São Paulo|50407São Pedro|50506São Pedro do Turvo|50605São Roque|50704São Sebastião|50803São Sebastião da Grama|50902São Simão|51009São Vicente|51108Sarapuí|51207Sarutaiá|51306Sebastianópolis do Sul|51405Serra Azul|51504Serrana|51603Serra Negra|51702Sertãozinho|51801Sete Barras|51900Severínia|52007Silveiras|52106Socorro|52205Sorocaba|52304Sud Mennucci|52403Sumaré|52502Suzano|52551Suzanápolis|52601Tabapuã|52700Tabatinga|52809Taboão da Serra|52908Taciba|53005Taguaí|53104Taiaçu|53203Taiúva|53302Tambaú|53401Tanabi|53500Tapiraí|53609Tapiratiba|53658Taquaral|53708Taquaritinga|53807Taquarituba|53856Taquarivaí|53906Tarabai|53955Tarumã|54003Tatuí|54102Taubaté|54201Tejupá|54300Teodoro Sampaio|54409Terra Roxa|54508Tietê|54607Timburi|54656Torre de Pedra|54706Torrinha|54755Trabiju|54805Tremembé|54904Três Fronteiras|54953Tuiuti|55000Tupã|55109Tupi Paulista|55208Turiúba|55307Turmalina|55356Ubarana|55406Ubatuba|55505Ubirajara|55604Uchoa|55703União Paulista|55802Urânia|55901Uru|56008Urupês|56107Valentim Gentil|56206Valinhos|56305Valparaíso|56354Vargem|56404Vargem Grande do Sul|56453Vargem Grande Paulista|56503Várzea Paulista|56602Vera Cruz|56701Vinhedo|56800Viradouro|56909Vista Alegre do Alto|56958Vitória Brasil|57006Votorantim|57105Votuporanga|57154Zacarias|57204Chavantes|57303Estiva Gerbi'),
  (41, 'PR', '00103Abatiá|00202Adrianópolis|00301Agudos do Sul|00400Almirante Tamandaré|00459Altamira do Paraná|00509Altônia|00608Alto Paraná|00707Alto Piquiri|00806Alvorada do Sul|00905Amaporã|01002Ampére|01051Anahy|01101Andirá|01150Ângulo|01200Antonina|01309Antônio Olinto|01408Apucarana|01507Arapongas|01606Arapoti|01655Arapuã|01705Araruna|01804Araucária|01853Ariranha do Ivaí|01903Assaí|02000Assis Chateaubriand|02109Astorga|02208Atalaia|02307Balsa Nova|02406Bandeirantes|02505Barbosa Ferraz|02604Barracão|02703Barra do Jacaré|02752Bela Vista da Caroba|02802Bela Vista do Paraíso|02901Bituruna|03008Boa Esperança|03024Boa Esperança do Iguaçu|03040Boa Ventura de São Roque|03057Boa Vista da Aparecida|03107Bocaiúva do Sul|03156Bom Jesus do Sul|03206Bom Sucesso|03222Bom Sucesso do Sul|03305Borrazópolis|03354Braganey|03370Brasilândia do Sul|03404Cafeara|03453Cafelândia|03479Cafezal do Sul|03503Califórnia|03602Cambará|03701Cambé|03800Cambira|03909Campina da Lagoa|03958Campina do Simão|04006Campina Grande do Sul|04055Campo Bonito|04105Campo do Tenente|04204Campo Largo|04253Campo Magro|04303Campo Mourão|04402Cândido de Abreu|04428Candói|04451Cantagalo|04501Capanema|04600Capitão Leônidas Marques|04659Carambeí|04709Carlópolis|04808Cascavel|04907Castro|05003Catanduvas|05102Centenário do Sul|05201Cerro Azul|05300Céu Azul|05409Chopinzinho|05508Cianorte|05607Cidade Gaúcha|05706Clevelândia|05805Colombo|05904Colorado|06001Congonhinhas|06100Conselheiro Mairinck|06209Contenda|06308Corbélia|06407Cornélio Procópio|06456Coronel Domingos Soares|06506Coronel Vivida|06555Corumbataí do Sul|06571Cruzeiro do Iguaçu|06605Cruzeiro do Oeste|06704Cruzeiro do Sul|06803Cruz Machado|06852Cruzmaltina|06902Curitiba|07009Curiúva|07108Diamante do Norte|07124Diamante do Sul|07157Diamante D''Oeste|07207Dois Vizinhos|07256Douradina|07306Doutor Camargo|07405Enéas Marques|07504Engenheiro Beltrão|07520Esperança Nova|07538Entre Rios do Oeste|07546Espigão Alto do Iguaçu|07553Farol|07603Faxinal|07652Fazenda Rio Grande|07702Fênix|07736Fernandes Pinheiro|07751Figueira|07801Floraí|07850Flor da Serra do Sul|07900Floresta|08007Florestópolis|08106Flórida|08205Formosa do Oeste|08304Foz do Iguaçu|08320Francisco Alves|08403Francisco Beltrão|08452Foz do Jordão|08502General Carneiro|08551Godoy Moreira|08601Goioerê|08650Goioxim|08700Grandes Rios|08809Guaíra|08908Guairaçá|08957Guamiranga|09005Guapirama|09104Guaporema|09203Guaraci|09302Guaraniaçu|09401Guarapuava|09500Guaraqueçaba|09609Guaratuba|09658Honório Serpa|09708Ibaiti|09757Ibema|09807Ibiporã|09906Icaraíma|10003Iguaraçu|10052Iguatu|10078Imbaú|10102Imbituva|10201Inácio Martins|10300Inajá|10409Indianópolis|10508Ipiranga|10607Iporã|10656Iracema do Oeste|10706Irati|10805Iretama|10904Itaguajé|10953Itaipulândia|11001Itambaracá|11100Itambé|11209Itapejara d''Oeste|11258Itaperuçu|11308Itaúna do Sul|11407Ivaí|11506Ivaiporã|11555Ivaté|11605Ivatuba|11704Jaboti|11803Jacarezinho|11902Jaguapitã|12009Jaguariaíva|12108Jandaia do Sul|12207Janiópolis|12306Japira|12405Japurá|12504Jardim Alegre|12603Jardim Olinda|12702Jataizinho|12751Jesuítas|12801Joaquim Távora|12900Jundiaí do Sul|12959Juranda|13007Jussara|13106Kaloré|13205Lapa|13254Laranjal|13304Laranjeiras do Sul|13403Leópolis|13429Lidianópolis|13452Lindoeste|13502Loanda|13601Lobato|13700Londrina|13734Luiziana|13759Lunardelli|13809Lupionópolis|13908Mallet|14005Mamborê|14104Mandaguaçu|14203Mandaguari|14302Mandirituba|14351Manfrinópolis|14401Mangueirinha|14500Manoel Ribas|14609Marechal Cândido Rondon|14708Maria Helena|14807Marialva|14906Marilândia do Sul|15002Marilena|15101Mariluz|15200Maringá|15309Mariópolis|15358Maripá|15408Marmeleiro|15457Marquinho|15507Marumbi|15606Matelândia|15705Matinhos|15739Mato Rico|15754Mauá da Serra|15804Medianeira|15853Mercedes|15903Mirador|16000Miraselva|16059Missal|16109Moreira Sales|16208Morretes|16307Munhoz de Melo|16406Nossa Senhora das Graças|16505Nova Aliança do Ivaí|16604Nova América da Colina|16703Nova Aurora|16802Nova Cantu|16901Nova Esperança|16950Nova Esperança do Sudoeste|17008Nova Fátima|17057Nova Laranjeiras|17107Nova Londrina|17206Nova Olímpia|17214Nova Santa Bárbara|17222Nova Santa Rosa|17255Nova Prata do Iguaçu|17271Nova Tebas|17297Novo Itacolomi|17305Ortigueira|17404Ourizona|17453Ouro Verde do Oeste|17503Paiçandu|17602Palmas|17701Palmeira|17800Palmital|17909Palotina|18006Paraíso do Norte|18105Paranacity|18204Paranaguá|18303Paranapoema|18402Paranavaí|18451Pato Bragado|18501Pato Branco|18600Paula Freitas|18709Paulo Frontin|18808Peabiru|18857Perobal|18907Pérola|19004Pérola d''Oeste|19103Piên|19152Pinhais|19202Pinhalão|19251Pinhal de São Bento|19301Pinhão|19400Piraí do Sul|19509Piraquara|19608Pitanga|19657Pitangueiras|19707Planaltina do Paraná|19806Planalto|19905Ponta Grossa|19954Pontal do Paraná|20002Porecatu|20101Porto Amazonas|20150Porto Barreiro|20200Porto Rico|20309Porto Vitória|20333Prado Ferreira|20358Pranchita|20408Presidente Castelo Branco|20507Primeiro de Maio|20606Prudentópolis|20655Quarto Centenário|20705Quatiguá|20804Quatro Barras|20853Quatro Pontes|20903Quedas do Iguaçu|21000Querência do Norte|21109Quinta do Sol|21208Quitandinha|21257Ramilândia|21307Rancho Alegre|21356Rancho Alegre D''Oeste|21406Realeza|21505Rebouças|21604Renascença|21703Reserva|21752Reserva do Iguaçu|21802Ribeirão Claro|21901Ribeirão do Pinhal|22008Rio Azul|22107Rio Bom|22156Rio Bonito do Iguaçu|22172Rio Branco do Ivaí|22206Rio Branco do Sul|22305Rio Negro|22404Rolândia|22503Roncador|22602Rondon|22651Rosário do Ivaí|22701Sabáudia|22800Salgado Filho|22909Salto do Itararé|23006Salto do Lontra|23105Santa Amélia|23204Santa Cecília do Pavão|23303Santa Cruz de Monte Castelo|23402Santa Fé|23501Santa Helena|23600Santa Inês|23709Santa Isabel do Ivaí|23808Santa Izabel do Oeste|23824Santa Lúcia|23857Santa Maria do Oeste|23907Santa Mariana|23956Santa Mônica|24004Santana do Itararé|24020Santa Tereza do Oeste|24053Santa Terezinha de Itaipu|24103Santo Antônio da Platina|24202Santo Antônio do Caiuá|24301Santo Antônio do Paraíso|24400Santo Antônio do Sudoeste|24509Santo Inácio|24608São Carlos do Ivaí|24707São Jerônimo da Serra|24806São João|24905São João do Caiuá|25001São João do Ivaí|25100São João do Triunfo|25209São Jorge d''Oeste|25308São Jorge do Ivaí|25357São Jorge do Patrocínio|25407São José da Boa Vista|25456São José das Palmeiras|25506São José dos Pinhais|25555São Manoel do Paraná|25605São Mateus do Sul|25704São Miguel do Iguaçu|25753São Pedro do Iguaçu|25803São Pedro do Ivaí|25902São Pedro do Paraná|26009São Sebastião da Amoreira|26108São Tomé|26207Sapopema|26256Sarandi|26272Saudade do Iguaçu|26306Sengés|26355Serranópolis do Iguaçu|26405Sertaneja|26504Sertanópolis|26603Siqueira Campos|26652Sulina|26678Tamarana|26702Tamboara|26801Tapejara|26900Tapira|27007Teixeira Soares|27106Telêmaco Borba|27205Terra Boa|27304Terra Rica|27403Terra Roxa|27502Tibagi|27601Tijucas do Sul|27700Toledo|27809Tomazina|27858Três Barras do Paraná|27882Tunas do Paraná|27908Tuneiras do Oeste|27957Tupãssi|27965Turvo|28005Ubiratã|28104Umuarama|28203União da Vitória|28302Uniflor|28401Uraí|28500Wenceslau Braz|28534Ventania|28559Vera Cruz do Oeste|28609Verê|28625Alto Paraíso|28633Doutor Ulysses|28658Virmond|28708Vitorino|28807Xambrê'),
  (42, 'SC', '00051Abdon Batista|00101Abelardo Luz|00200Agrolândia|00309Agronômica|00408Água Doce|00507Águas de Chapecó|00556Águas Frias|00606Águas Mornas|00705Alfredo Wagner|00754Alto Bela Vista|00804Anchieta|00903Angelina|01000Anita Garibaldi|01109Anitápolis|01208Antônio Carlos|01257Apiúna|01273Arabutã|01307Araquari|01406Araranguá|01505Armazém|01604Arroio Trinta|01653Arvoredo|01703Ascurra|01802Atalanta|01901Aurora|01950Balneário Arroio do Silva|02008Balneário Camboriú|02057Balneário Barra do Sul|02073Balneário Gaivota|02081Bandeirante|02099Barra Bonita|02107Barra Velha|02131Bela Vista do Toldo|02156Belmonte|02206Benedito Novo|02305Biguaçu|02404Blumenau|02438Bocaina do Sul|02453Bombinhas|02503Bom Jardim da Serra|02537Bom Jesus|02578Bom Jesus do Oeste|02602Bom Retiro|02701Botuverá|02800Braço do Norte|02859Braço do Trombudo|02875Brunópolis|02909Brusque|03006Caçador|03105Caibi|03154Calmon|03204Camboriú|03253Capão Alto|03303Campo Alegre|03402Campo Belo do Sul|03501Campo Erê|03600Campos Novos|03709Canelinha|03808Canoinhas|03907Capinzal|03956Capivari de Baixo|04004Catanduvas|04103Caxambu do Sul|04152Celso Ramos|04178Cerro Negro|04194Chapadão do Lageado|04202Chapecó|04251Cocal do Sul|04301Concórdia|04350Cordilheira Alta|04400Coronel Freitas|04459Coronel Martins|04509Corupá|04558Correia Pinto|04608Criciúma|04707Cunha Porã|04756Cunhataí|04806Curitibanos|04905Descanso|05001Dionísio Cerqueira|05100Dona Emma|05159Doutor Pedrinho|05175Entre Rios|05191Ermo|05209Erval Velho|05308Faxinal dos Guedes|05357Flor do Sertão|05407Florianópolis|05431Formosa do Sul|05456Forquilhinha|05506Fraiburgo|05555Frei Rogério|05605Galvão|05704Garopaba|05803Garuva|05902Gaspar|06009Governador Celso Ramos|06108Grão-Pará|06207Gravatal|06306Guabiruba|06405Guaraciaba|06504Guaramirim|06603Guarujá do Sul|06652Guatambú|06702Herval d''Oeste|06751Ibiam|06801Ibicaré|06900Ibirama|07007Içara|07106Ilhota|07205Imaruí|07304Imbituba|07403Imbuia|07502Indaial|07577Iomerê|07601Ipira|07650Iporã do Oeste|07684Ipuaçu|07700Ipumirim|07759Iraceminha|07809Irani|07858Irati|07908Irineópolis|08005Itá|08104Itaiópolis|08203Itajaí|08302Itapema|08401Itapiranga|08450Itapoá|08500Ituporanga|08609Jaborá|08708Jacinto Machado|08807Jaguaruna|08906Jaraguá do Sul|08955Jardinópolis|09003Joaçaba|09102Joinville|09151José Boiteux|09177Jupiá|09201Lacerdópolis|09300Lages|09409Laguna|09458Lajeado Grande|09508Laurentino|09607Lauro Muller|09706Lebon Régis|09805Leoberto Leal|09854Lindóia do Sul|09904Lontras|10001Luiz Alves|10035Luzerna|10050Macieira|10100Mafra|10209Major Gercino|10308Major Vieira|10407Maracajá|10506Maravilha|10555Marema|10605Massaranduba|10704Matos Costa|10803Meleiro|10852Mirim Doce|10902Modelo|11009Mondaí|11058Monte Carlo|11108Monte Castelo|11207Morro da Fumaça|11256Morro Grande|11306Navegantes|11405Nova Erechim|11454Nova Itaberaba|11504Nova Trento|11603Nova Veneza|11652Novo Horizonte|11702Orleans|11751Otacílio Costa|11801Ouro|11850Ouro Verde|11876Paial|11892Painel|11900Palhoça|12007Palma Sola|12056Palmeira|12106Palmitos|12205Papanduva|12239Paraíso|12254Passo de Torres|12270Passos Maia|12304Paulo Lopes|12403Pedras Grandes|12502Penha|12601Peritiba|12650Pescaria Brava|12700Petrolândia|12809Balneário Piçarras|12908Pinhalzinho|13005Pinheiro Preto|13104Piratuba|13153Planalto Alegre|13203Pomerode|13302Ponte Alta|13351Ponte Alta do Norte|13401Ponte Serrada|13500Porto Belo|13609Porto União|13708Pouso Redondo|13807Praia Grande|13906Presidente Castello Branco|14003Presidente Getúlio|14102Presidente Nereu|14151Princesa|14201Quilombo|14300Rancho Queimado|14409Rio das Antas|14508Rio do Campo|14607Rio do Oeste|14706Rio dos Cedros|14805Rio do Sul|14904Rio Fortuna|15000Rio Negrinho|15059Rio Rufino|15075Riqueza|15109Rodeio|15208Romelândia|15307Salete|15356Saltinho|15406Salto Veloso|15455Sangão|15505Santa Cecília|15554Santa Helena|15604Santa Rosa de Lima|15653Santa Rosa do Sul|15679Santa Terezinha|15687Santa Terezinha do Progresso|15695Santiago do Sul|15703Santo Amaro da Imperatriz|15752São Bernardino|15802São Bento do Sul|15901São Bonifácio|16008São Carlos|16057São Cristovão do Sul|16107São Domingos|16206São Francisco do Sul|16255São João do Oeste|16305São João Batista|16354São João do Itaperiú|16404São João do Sul|16503São Joaquim|16602São José|16701São José do Cedro|16800São José do Cerrito|16909São Lourenço do Oeste|17006São Ludgero|17105São Martinho|17154São Miguel da Boa Vista|17204São Miguel do Oeste|17253São Pedro de Alcântara|17303Saudades|17402Schroeder|17501Seara|17550Serra Alta|17600Siderópolis|17709Sombrio|17758Sul Brasil|17808Taió|17907Tangará|17956Tigrinhos|18004Tijucas|18103Timbé do Sul|18202Timbó|18251Timbó Grande|18301Três Barras|18350Treviso|18400Treze de Maio|18509Treze Tílias|18608Trombudo Central|18707Tubarão|18756Tunápolis|18806Turvo|18855União do Oeste|18905Urubici|18954Urupema|19002Urussanga|19101Vargeão|19150Vargem|19176Vargem Bonita|19200Vidal Ramos|19309Videira|19358Vitor Meireles|19408Witmarsum|19507Xanxerê|19606Xavantina|19705Xaxim|19853Zortéa|20000Balneário Rincão'),
  (43, 'RS', '00034Aceguá|00059Água Santa|00109Agudo|00208Ajuricaba|00307Alecrim|00406Alegrete|00455Alegria|00471Almirante Tamandaré do Sul|00505Alpestre|00554Alto Alegre|00570Alto Feliz|00604Alvorada|00638Amaral Ferrador|00646Ametista do Sul|00661André da Rocha|00703Anta Gorda|00802Antônio Prado|00851Arambaré|00877Araricá|00901Aratiba|01008Arroio do Meio|01057Arroio do Sal|01073Arroio do Padre|01107Arroio dos Ratos|01206Arroio do Tigre|01305Arroio Grande|01404Arvorezinha|01503Augusto Pestana|01552Áurea|01602Bagé|01636Balneário Pinhal|01651Barão|01701Barão de Cotegipe|01750Barão do Triunfo|01800Barracão|01859Barra do Guarita|01875Barra do Quaraí|01909Barra do Ribeiro|01925Barra do Rio Azul|01958Barra Funda|02006Barros Cassal|02055Benjamin Constant do Sul|02105Bento Gonçalves|02154Boa Vista das Missões|02204Boa Vista do Buricá|02220Boa Vista do Cadeado|02238Boa Vista do Incra|02253Boa Vista do Sul|02303Bom Jesus|02352Bom Princípio|02378Bom Progresso|02402Bom Retiro do Sul|02451Boqueirão do Leão|02501Bossoroca|02584Bozano|02600Braga|02659Brochier|02709Butiá|02808Caçapava do Sul|02907Cacequi|03004Cachoeira do Sul|03103Cachoeirinha|03202Cacique Doble|03301Caibaté|03400Caiçara|03509Camaquã|03558Camargo|03608Cambará do Sul|03673Campestre da Serra|03707Campina das Missões|03806Campinas do Sul|03905Campo Bom|04002Campo Novo|04101Campos Borges|04200Candelária|04309Cândido Godói|04358Candiota|04408Canela|04507Canguçu|04606Canoas|04614Canudos do Vale|04622Capão Bonito do Sul|04630Capão da Canoa|04655Capão do Cipó|04663Capão do Leão|04671Capivari do Sul|04689Capela de Santana|04697Capitão|04705Carazinho|04713Caraá|04804Carlos Barbosa|04853Carlos Gomes|04903Casca|04952Caseiros|05009Catuípe|05108Caxias do Sul|05116Centenário|05124Cerrito|05132Cerro Branco|05157Cerro Grande|05173Cerro Grande do Sul|05207Cerro Largo|05306Chapada|05355Charqueadas|05371Charrua|05405Chiapetta|05439Chuí|05447Chuvisca|05454Cidreira|05504Ciríaco|05587Colinas|05603Colorado|05702Condor|05801Constantina|05835Coqueiro Baixo|05850Coqueiros do Sul|05871Coronel Barros|05900Coronel Bicaco|05934Coronel Pilar|05959Cotiporã|05975Coxilha|06007Crissiumal|06056Cristal|06072Cristal do Sul|06106Cruz Alta|06130Cruzaltense|06205Cruzeiro do Sul|06304David Canabarro|06320Derrubadas|06353Dezesseis de Novembro|06379Dilermando de Aguiar|06403Dois Irmãos|06429Dois Irmãos das Missões|06452Dois Lajeados|06502Dom Feliciano|06551Dom Pedro de Alcântara|06601Dom Pedrito|06700Dona Francisca|06734Doutor Maurício Cardoso|06759Doutor Ricardo|06767Eldorado do Sul|06809Encantado|06908Encruzilhada do Sul|06924Engenho Velho|06932Entre-Ijuís|06957Entre Rios do Sul|06973Erebango|07005Erechim|07054Ernestina|07104Herval|07203Erval Grande|07302Erval Seco|07401Esmeralda|07450Esperança do Sul|07500Espumoso|07559Estação|07609Estância Velha|07708Esteio|07807Estrela|07815Estrela Velha|07831Eugênio de Castro|07864Fagundes Varela|07906Farroupilha|08003Faxinal do Soturno|08052Faxinalzinho|08078Fazenda Vilanova|08102Feliz|08201Flores da Cunha|08250Floriano Peixoto|08300Fontoura Xavier|08409Formigueiro|08433Forquetinha|08458Fortaleza dos Valos|08508Frederico Westphalen|08607Garibaldi|08656Garruchos|08706Gaurama|08805General Câmara|08854Gentil|08904Getúlio Vargas|09001Giruá|09050Glorinha|09100Gramado|09126Gramado dos Loureiros|09159Gramado Xavier|09209Gravataí|09258Guabiju|09308Guaíba|09407Guaporé|09506Guarani das Missões|09555Harmonia|09571Herveiras|09605Horizontina|09654Hulha Negra|09704Humaitá|09753Ibarama|09803Ibiaçá|09902Ibiraiaras|09951Ibirapuitã|10009Ibirubá|10108Igrejinha|10207Ijuí|10306Ilópolis|10330Imbé|10363Imigrante|10405Independência|10413Inhacorá|10439Ipê|10462Ipiranga do Sul|10504Iraí|10538Itaara|10553Itacurubi|10579Itapuca|10603Itaqui|10652Itati|10702Itatiba do Sul|10751Ivorá|10801Ivoti|10850Jaboticaba|10876Jacuizinho|10900Jacutinga|11007Jaguarão|11106Jaguari|11122Jaquirana|11130Jari|11155Jóia|11205Júlio de Castilhos|11239Lagoa Bonita do Sul|11254Lagoão|11270Lagoa dos Três Cantos|11304Lagoa Vermelha|11403Lajeado|11429Lajeado do Bugre|11502Lavras do Sul|11601Liberato Salzano|11627Lindolfo Collor|11643Linha Nova|11700Machadinho|11718Maçambará|11734Mampituba|11759Manoel Viana|11775Maquiné|11791Maratá|11809Marau|11908Marcelino Ramos|11981Mariana Pimentel|12005Mariano Moro|12054Marques de Souza|12104Mata|12138Mato Castelhano|12153Mato Leitão|12179Mato Queimado|12203Maximiliano de Almeida|12252Minas do Leão|12302Miraguaí|12351Montauri|12377Monte Alegre dos Campos|12385Monte Belo do Sul|12401Montenegro|12427Mormaço|12443Morrinhos do Sul|12450Morro Redondo|12476Morro Reuter|12500Mostardas|12609Muçum|12617Muitos Capões|12625Muliterno|12658Não-Me-Toque|12674Nicolau Vergueiro|12708Nonoai|12757Nova Alvorada|12807Nova Araçá|12906Nova Bassano|12955Nova Boa Vista|13003Nova Bréscia|13011Nova Candelária|13037Nova Esperança do Sul|13060Nova Hartz|13086Nova Pádua|13102Nova Palma|13201Nova Petrópolis|13300Nova Prata|13334Nova Ramada|13359Nova Roma do Sul|13375Nova Santa Rita|13391Novo Cabrais|13409Novo Hamburgo|13425Novo Machado|13441Novo Tiradentes|13466Novo Xingu|13490Novo Barreiro|13508Osório|13607Paim Filho|13656Palmares do Sul|13706Palmeira das Missões|13805Palmitinho|13904Panambi|13953Pantano Grande|14001Paraí|14027Paraíso do Sul|14035Pareci Novo|14050Parobé|14068Passa Sete|14076Passo do Sobrado|14100Passo Fundo|14134Paulo Bento|14159Paverama|14175Pedras Altas|14209Pedro Osório|14308Pejuçara|14407Pelotas|14423Picada Café|14456Pinhal|14464Pinhal da Serra|14472Pinhal Grande|14498Pinheirinho do Vale|14506Pinheiro Machado|14548Pinto Bandeira|14555Pirapó|14605Piratini|14704Planalto|14753Poço das Antas|14779Pontão|14787Ponte Preta|14803Portão|14902Porto Alegre|15008Porto Lucena|15057Porto Mauá|15073Porto Vera Cruz|15107Porto Xavier|15131Pouso Novo|15149Presidente Lucena|15156Progresso|15172Protásio Alves|15206Putinga|15305Quaraí|15313Quatro Irmãos|15321Quevedos|15354Quinze de Novembro|15404Redentora|15453Relvado|15503Restinga Seca|15552Rio dos Índios|15602Rio Grande|15701Rio Pardo|15750Riozinho|15800Roca Sales|15909Rodeio Bonito|15958Rolador|16006Rolante|16105Ronda Alta|16204Rondinha|16303Roque Gonzales|16402Rosário do Sul|16428Sagrada Família|16436Saldanha Marinho|16451Salto do Jacuí|16477Salvador das Missões|16501Salvador do Sul|16600Sananduva|16709Santa Bárbara do Sul|16733Santa Cecília do Sul|16758Santa Clara do Sul|16808Santa Cruz do Sul|16907Santa Maria|16956Santa Maria do Herval|16972Santa Margarida do Sul|17004Santana da Boa Vista|17103Sant''Ana do Livramento|17202Santa Rosa|17251Santa Tereza|17301Santa Vitória do Palmar|17400Santiago|17509Santo Ângelo|17558Santo Antônio do Palma|17608Santo Antônio da Patrulha|17707Santo Antônio das Missões|17756Santo Antônio do Planalto|17806Santo Augusto|17905Santo Cristo|17954Santo Expedito do Sul|18002São Borja|18051São Domingos do Sul|18101São Francisco de Assis|18200São Francisco de Paula|18309São Gabriel|18408São Jerônimo|18424São João da Urtiga|18432São João do Polêsine|18440São Jorge|18457São José das Missões|18465São José do Herval|18481São José do Hortêncio|18499São José do Inhacorá|18507São José do Norte|18606São José do Ouro|18614São José do Sul|18622São José dos Ausentes|18705São Leopoldo|18804São Lourenço do Sul|18903São Luiz Gonzaga|19000São Marcos|19109São Martinho|19125São Martinho da Serra|19158São Miguel das Missões|19208São Nicolau|19307São Paulo das Missões|19356São Pedro da Serra|19364São Pedro das Missões|19372São Pedro do Butiá|19406São Pedro do Sul|19505São Sebastião do Caí|19604São Sepé|19703São Valentim|19711São Valentim do Sul|19737São Valério do Sul|19752São Vendelino|19802São Vicente do Sul|19901Sapiranga|20008Sapucaia do Sul|20107Sarandi|20206Seberi|20230Sede Nova|20263Segredo|20305Selbach|20321Senador Salgado Filho|20354Sentinela do Sul|20404Serafina Corrêa|20453Sério|20503Sertão|20552Sertão Santana|20578Sete de Setembro|20602Severiano de Almeida|20651Silveira Martins|20677Sinimbu|20701Sobradinho|20800Soledade|20859Tabaí|20909Tapejara|21006Tapera|21105Tapes|21204Taquara|21303Taquari|21329Taquaruçu do Sul|21352Tavares|21402Tenente Portela|21436Terra de Areia|21451Teutônia|21469Tio Hugo|21477Tiradentes do Sul|21493Toropi|21501Torres|21600Tramandaí|21626Travesseiro|21634Três Arroios|21667Três Cachoeiras|21709Três Coroas|21808Três de Maio|21832Três Forquilhas|21857Três Palmeiras|21907Três Passos|21956Trindade do Sul|22004Triunfo|22103Tucunduva|22152Tunas|22186Tupanci do Sul|22202Tupanciretã|22251Tupandi|22301Tuparendi|22327Turuçu|22343Ubiretama|22350União da Serra|22376Unistalda|22400Uruguaiana|22509Vacaria|22525Vale Verde|22533Vale do Sol|22541Vale Real|22558Vanini|22608Venâncio Aires|22707Vera Cruz|22806Veranópolis|22855Vespasiano Correa|22905Viadutos|23002Viamão|23101Vicente Dutra|23200Victor Graeff|23309Vila Flores|23358Vila Lângaro|23408Vila Maria|23457Vila Nova do Sul|23507Vista Alegre|23606Vista Alegre do Prata|23705Vista Gaúcha|23754Vitória das Missões|23770Westfalia|23804Xangri-lá'),
  (50, 'MS', '00203Água Clara|00252Alcinópolis|00609Amambai|00708Anastácio|00807Anaurilândia|00856Angélica|00906Antônio João|01003Aparecida do Taboado|01102Aquidauana|01243Aral Moreira|01508Bandeirantes|01904Bataguassu|02001Batayporã|02100Bela Vista|02159Bodoquena|02209Bonito|02308Brasilândia|02407Caarapó|02605Camapuã|02704Campo Grande|02803Caracol|02902Cassilândia|02951Chapadão do Sul|03108Corguinho|03157Coronel Sapucaia|03207Corumbá|03256Costa Rica|03306Coxim|03454Deodápolis|03488Dois Irmãos do Buriti|03504Douradina|03702Dourados|03751Eldorado|03801Fátima do Sul|03900Figueirão|04007Glória de Dourados|04106Guia Lopes da Laguna|04304Iguatemi|04403Inocência|04502Itaporã|04601Itaquiraí|04700Ivinhema|04809Japorã|04908Jaraguari|05004Jardim|05103Jateí|05152Juti|05202Ladário|05251Laguna Carapã|05400Maracaju|05608Miranda|05681Mundo Novo|05707Naviraí|05806Nioaque|06002Nova Alvorada do Sul|06200Nova Andradina|06259Novo Horizonte do Sul|06275Paraíso das Águas|06309Paranaíba|06358Paranhos|06408Pedro Gomes|06606Ponta Porã|06903Porto Murtinho|07109Ribas do Rio Pardo|07208Rio Brilhante|07307Rio Negro|07406Rio Verde de Mato Grosso|07505Rochedo|07554Santa Rita do Pardo|07695São Gabriel do Oeste|07703Sete Quedas|07802Selvíria|07901Sidrolândia|07935Sonora|07950Tacuru|07976Taquarussu|08008Terenos|08305Três Lagoas|08404Vicentina'),
  (51, 'MT', '00102Acorizal|00201Água Boa|00250Alta Floresta|00300Alto Araguaia|00359Alto Boa Vista|00409Alto Garças|00508Alto Paraguai|00607Alto Taquari|00805Apiacás|01001Araguaiana|01209Araguainha|01258Araputanga|01308Arenápolis|01407Aripuanã|01605Barão de Melgaço|01704Barra do Bugres|01803Barra do Garças|01837Boa Esperança do Norte|01852Bom Jesus do Araguaia|01902Brasnorte|02504Cáceres|02603Campinápolis|02637Campo Novo do Parecis|02678Campo Verde|02686Campos de Júlio|02694Canabrava do Norte|02702Canarana|02793Carlinda|02850Castanheira|03007Chapada dos Guimarães|03056Cláudia|03106Cocalinho|03205Colíder|03254Colniza|03304Comodoro|03353Confresa|03361Conquista D''Oeste|03379Cotriguaçu|03403Cuiabá|03437Curvelândia|03452Denise|03502Diamantino|03601Dom Aquino|03700Feliz Natal|03809Figueirópolis D''Oeste|03858Gaúcha do Norte|03908General Carneiro|03957Glória D''Oeste|04104Guarantã do Norte|04203Guiratinga|04500Indiavaí|04526Ipiranga do Norte|04542Itanhangá|04559Itaúba|04609Itiquira|04807Jaciara|04906Jangada|05002Jauru|05101Juara|05150Juína|05176Juruena|05200Juscimeira|05234Lambari D''Oeste|05259Lucas do Rio Verde|05309Luciara|05507Vila Bela da Santíssima Trindade|05580Marcelândia|05606Matupá|05622Mirassol d''Oeste|05903Nobres|06000Nortelândia|06109Nossa Senhora do Livramento|06158Nova Bandeirantes|06174Nova Nazaré|06182Nova Lacerda|06190Nova Santa Helena|06208Nova Brasilândia|06216Nova Canaã do Norte|06224Nova Mutum|06232Nova Olímpia|06240Nova Ubiratã|06257Nova Xavantina|06265Novo Mundo|06273Novo Horizonte do Norte|06281Novo São Joaquim|06299Paranaíta|06307Paranatinga|06315Novo Santo Antônio|06372Pedra Preta|06422Peixoto de Azevedo|06455Planalto da Serra|06505Poconé|06653Pontal do Araguaia|06703Ponte Branca|06752Pontes e Lacerda|06778Porto Alegre do Norte|06802Porto dos Gaúchos|06828Porto Esperidião|06851Porto Estrela|07008Poxoréo|07040Primavera do Leste|07065Querência|07107São José dos Quatro Marcos|07156Reserva do Cabaçal|07180Ribeirão Cascalheira|07198Ribeirãozinho|07206Rio Branco|07248Santa Carmem|07263Santo Afonso|07297São José do Povo|07305São José do Rio Claro|07354São José do Xingu|07404São Pedro da Cipa|07578Rondolândia|07602Rondonópolis|07701Rosário Oeste|07743Santa Cruz do Xingu|07750Salto do Céu|07768Santa Rita do Trivelato|07776Santa Terezinha|07792Santo Antônio do Leste|07800Santo Antônio do Leverger|07859São Félix do Araguaia|07875Sapezal|07883Serra Nova Dourada|07909Sinop|07925Sorriso|07941Tabaporã|07958Tangará da Serra|08006Tapurah|08055Terra Nova do Norte|08105Tesouro|08204Torixoréu|08303União do Sul|08352Vale de São Domingos|08402Várzea Grande|08501Vera|08600Vila Rica|08808Nova Guarita|08857Nova Marilândia|08907Nova Maringá|08956Nova Monte Verde'),
  (52, 'GO', '00050Abadia de Goiás|00100Abadiânia|00134Acreúna|00159Adelândia|00175Água Fria de Goiás|00209Água Limpa|00258Águas Lindas de Goiás|00308Alexânia|00506Aloândia|00555Alto Horizonte|00605Alto Paraíso de Goiás|00803Alvorada do Norte|00829Amaralina|00852Americano do Brasil|00902Amorinópolis|01108Anápolis|01207Anhanguera|01306Anicuns|01405Aparecida de Goiânia|01454Aparecida do Rio Doce|01504Aporé|01603Araçu|01702Aragarças|01801Aragoiânia|02155Araguapaz|02353Arenópolis|02502Aruanã|02601Aurilândia|02809Avelinópolis|03104Baliza|03203Barro Alto|03302Bela Vista de Goiás|03401Bom Jardim de Goiás|03500Bom Jesus de Goiás|03559Bonfinópolis|03575Bonópolis|03609Brazabrantes|03807Britânia|03906Buriti Alegre|03939Buriti de Goiás|03962Buritinópolis|04003Cabeceiras|04102Cachoeira Alta|04201Cachoeira de Goiás|04250Cachoeira Dourada|04300Caçu|04409Caiapônia|04508Caldas Novas|04557Caldazinha|04607Campestre de Goiás|04656Campinaçu|04706Campinorte|04805Campo Alegre de Goiás|04854Campo Limpo de Goiás|04904Campos Belos|04953Campos Verdes|05000Carmo do Rio Verde|05059Castelândia|05109Catalão|05208Caturaí|05307Cavalcante|05406Ceres|05455Cezarina|05471Chapadão do Céu|05497Cidade Ocidental|05513Cocalzinho de Goiás|05521Colinas do Sul|05703Córrego do Ouro|05802Corumbá de Goiás|05901Corumbaíba|06206Cristalina|06305Cristianópolis|06404Crixás|06503Cromínia|06602Cumari|06701Damianópolis|06800Damolândia|06909Davinópolis|07105Diorama|07253Doverlândia|07352Edealina|07402Edéia|07501Estrela do Norte|07535Faina|07600Fazenda Nova|07808Firminópolis|07907Flores de Goiás|08004Formosa|08103Formoso|08152Gameleira de Goiás|08301Divinópolis de Goiás|08400Goianápolis|08509Goiandira|08608Goianésia|08707Goiânia|08806Goianira|08905Goiás|09101Goiatuba|09150Gouvelândia|09200Guapó|09291Guaraíta|09408Guarani de Goiás|09457Guarinos|09606Heitoraí|09705Hidrolândia|09804Hidrolina|09903Iaciara|09937Inaciolândia|09952Indiara|10000Inhumas|10109Ipameri|10158Ipiranga de Goiás|10208Iporá|10307Israelândia|10406Itaberaí|10562Itaguari|10604Itaguaru|10802Itajá|10901Itapaci|11008Itapirapuã|11206Itapuranga|11305Itarumã|11404Itauçu|11503Itumbiara|11602Ivolândia|11701Jandaia|11800Jaraguá|11909Jataí|12006Jaupaci|12055Jesúpolis|12105Joviânia|12204Jussara|12253Lagoa Santa|12303Leopoldo de Bulhões|12501Luziânia|12600Mairipotaba|12709Mambaí|12808Mara Rosa|12907Marzagão|12956Matrinchã|13004Maurilândia|13053Mimoso de Goiás|13087Minaçu|13103Mineiros|13400Moiporá|13509Monte Alegre de Goiás|13707Montes Claros de Goiás|13756Montividiu|13772Montividiu do Norte|13806Morrinhos|13855Morro Agudo de Goiás|13905Mossâmedes|14002Mozarlândia|14051Mundo Novo|14101Mutunópolis|14408Nazário|14507Nerópolis|14606Niquelândia|14705Nova América|14804Nova Aurora|14838Nova Crixás|14861Nova Glória|14879Nova Iguaçu de Goiás|14903Nova Roma|15009Nova Veneza|15207Novo Brasil|15231Novo Gama|15256Novo Planalto|15306Orizona|15405Ouro Verde de Goiás|15504Ouvidor|15603Padre Bernardo|15652Palestina de Goiás|15702Palmeiras de Goiás|15801Palmelo|15900Palminópolis|16007Panamá|16304Paranaiguara|16403Paraúna|16452Perolândia|16809Petrolina de Goiás|16908Pilar de Goiás|17104Piracanjuba|17203Piranhas|17302Pirenópolis|17401Pires do Rio|17609Planaltina|17708Pontalina|18003Porangatu|18052Porteirão|18102Portelândia|18300Posse|18391Professor Jamil|18508Quirinópolis|18607Rialma|18706Rianápolis|18789Rio Quente|18805Rio Verde|18904Rubiataba|19001Sanclerlândia|19100Santa Bárbara de Goiás|19209Santa Cruz de Goiás|19258Santa Fé de Goiás|19308Santa Helena de Goiás|19357Santa Isabel|19407Santa Rita do Araguaia|19456Santa Rita do Novo Destino|19506Santa Rosa de Goiás|19605Santa Tereza de Goiás|19704Santa Terezinha de Goiás|19712Santo Antônio da Barra|19738Santo Antônio de Goiás|19753Santo Antônio do Descoberto|19803São Domingos|19902São Francisco de Goiás|20009São João d''Aliança|20058São João da Paraúna|20108São Luís de Montes Belos|20157São Luíz do Norte|20207São Miguel do Araguaia|20264São Miguel do Passa Quatro|20280São Patrício|20405São Simão|20454Senador Canedo|20504Serranópolis|20603Silvânia|20686Simolândia|20702Sítio d''Abadia|21007Taquaral de Goiás|21080Teresina de Goiás|21197Terezópolis de Goiás|21304Três Ranchos|21403Trindade|21452Trombas|21502Turvânia|21551Turvelândia|21577Uirapuru|21601Uruaçu|21700Uruana|21809Urutaí|21858Valparaíso de Goiás|21908Varjão|22005Vianópolis|22054Vicentinópolis|22203Vila Boa|22302Vila Propício'),
  (53, 'DF', '00108Brasília')
) as states (state_code, state, entries), regexp_split_to_table(entries, '\|') as entry;
update social.cities c set former_search_name = former.search_name
from (values
  (1708254, 'fortalezadotabocao'),
  (2401305, 'augustosevero'),
  (2800100, 'amparodesaofrancisco'),
  (3122900, 'donaeusebia'),
  (3165206, 'saothomedasletras'),
  (3530805, 'mojimirim'),
  (3550001, 'saoluisdoparaitinga')
) as former (id, search_name)
where c.id = former.id;

create table social.users (
  id uuid primary key,
  -- The provider that vouched for the login. Empty if it was only stated.
  provider text not null,
  -- The user_id of a token request.
  login_id text not null,
  name text not null,
  birth_date date,
  gender text check (gender in ('woman', 'man', 'other')),
  about text not null default '',
  -- As the owner wrote it. city_id is set if it names a municipality.
  location text not null default '',
  city_id integer,
  -- State of the city, copied for the feed's indexes.
  state char(2),
  is_premium boolean not null default false,
  need_tour boolean not null default true,
  -- Preferences are stored here because the feed checks both sides of every card.
  shows_women boolean not null default true,
  shows_men boolean not null default true,
  age_from smallint not null default 18,
  age_to smallint not null default 99,
  notify_message boolean not null default true,
  notify_combination boolean not null default true,
  notify_alert boolean not null default true,
  -- Accurate to a few minutes.
  last_active_at timestamptz not null,
  created_at timestamptz not null,
  -- Hidden since then; erased some days later. 'infinity' for an erased user whose row stays because reports, decisions
  -- or blocks refer to it.
  deleted_at timestamptz,
  -- The last transaction that changed visibility. A time would not do: a late commit would look older than what readers
  -- have seen.
  changed_xid xid8 not null default '0',
  -- The activity before the one that transaction active_xid wrote, so that a person keeps the place in walks that have
  -- begun.
  active_before_at timestamptz,
  active_xid xid8 not null default '0',
  -- 'infinity' is permanent, '-infinity' is not suspended.
  suspended_until timestamptz not null default '-infinity',
  -- The act that suspended. hidden_by: the act that hides the user from feeds.
  suspended_by uuid,
  hidden_by uuid,
  -- Set if a provider vouched for it. Event notices go there.
  email text,
  -- Language of the last sign-in, used for mails.
  language text not null default 'en',
  -- No other export starts before this time.
  exporting_until timestamptz,
  -- Who may see that the person attends an event. Null: the installation's default.
  attendance text,
  -- When an account of this identity was erased: this account or, if returned_at is set, the previous one.
  erased_at timestamptz,
  -- When the identity signed up again and took over the case of the erased account.
  returned_at timestamptz,
  -- MACs of the provider with the identifier and of the confirmed address, under the key in identity_keys.
  -- identity_hash is set for erased accounts only.
  identity_hash bytea,
  address_hash bytea,
  -- Event news by mail. Cancellations are always mailed.
  mails_events boolean not null default true,
  check (age_from between 18 and age_to and age_to <= 120)
);
alter table social.users add constraint users_attendance_known
  check (attendance in ('everyone', 'attendees', 'combinations', 'nobody')) not valid;
create unique index users_login on social.users (provider, login_id);
-- The three walks of the feed, most recently active first.
create index users_city on social.users (city_id, last_active_at desc, id desc) where deleted_at is null;
create index users_state on social.users (state, last_active_at desc, id desc) where deleted_at is null;
create index users_country on social.users (last_active_at desc, id desc) where deleted_at is null;
create index users_deleted_at on social.users (deleted_at) where deleted_at is not null;
create index users_changed on social.users (changed_xid);
-- For age ranges that match few people.
create index users_born on social.users (birth_date) where deleted_at is null;
-- Staff search by the beginning of a name or by address.
create index users_by_name on social.users (lower(name) collate "C", id);
create index users_by_email on social.users (lower(email)) where email is not null;
-- Few rows of many.
create index users_suspended on social.users (id) where suspended_until > '-infinity'::timestamptz;
create index users_hidden on social.users (id) where hidden_by is not null;
create index users_erased on social.users (erased_at) where identity_hash is not null;
create index users_by_identity_hash on social.users (identity_hash) where identity_hash is not null;
create index users_by_address_hash on social.users (address_hash) where address_hash is not null;

-- Records changes that decide who sees whom. Address and language are written at sign-in and are no such change:
-- otherwise each sign-in would drop the person out of walks that are under way.
create function social.note_person_changed() returns trigger language plpgsql as $$
declare
  now_shown social.users := new;
begin
  if tg_op = 'INSERT' then
    new.changed_xid := pg_current_xact_id();
    return new;
  end if;
  if new.last_active_at > old.last_active_at then
    new.active_before_at := old.last_active_at;
    new.active_xid := pg_current_xact_id();
  end if;
  -- What decides nothing. A column that is not named here is a change, so that a new one cannot be forgotten.
  now_shown.last_active_at := old.last_active_at;
  now_shown.active_before_at := old.active_before_at;
  now_shown.active_xid := old.active_xid;
  now_shown.name := old.name;
  now_shown.about := old.about;
  now_shown.location := old.location;
  now_shown.is_premium := old.is_premium;
  now_shown.need_tour := old.need_tour;
  now_shown.notify_message := old.notify_message;
  now_shown.notify_combination := old.notify_combination;
  now_shown.notify_alert := old.notify_alert;
  now_shown.email := old.email;
  now_shown.language := old.language;
  -- Also whoever moves down, or up to a place among people who were active before: there they may have been passed by.
  if now_shown *<> old or new.last_active_at < old.last_active_at
    or (new.last_active_at > old.last_active_at and new.last_active_at < clock_timestamp() - interval '10 seconds') then
    new.changed_xid := pg_current_xact_id();
  end if;
  return new;
end $$;
create trigger users_note_change before insert or update on social.users
  for each row execute function social.note_person_changed();

create function social.hand_on_activity() returns trigger language plpgsql as $$
begin
  update social.attendances a set active_at = new.last_active_at
  from social.events e
  where a.user_id = new.id and e.id = a.event_id and e.ends_at > new.last_active_at;
  return null;
end $$;
create trigger users_hand_on_activity after update of last_active_at on social.users
  for each row when (new.last_active_at <> old.last_active_at) execute function social.hand_on_activity();

create function social.hand_on_attendance() returns trigger language plpgsql as $$
begin
  update social.attendances set shown_to = coalesce(visible_to, new.attendance)
  where user_id = new.id and shown_to is distinct from coalesce(visible_to, new.attendance);
  return null;
end $$;
create trigger users_hand_on_attendance after update of attendance on social.users
  for each row when (new.attendance is distinct from old.attendance) execute function social.hand_on_attendance();

-- One sign-in and all tokens derived from it.
create table social.sessions (
  id uuid primary key,
  user_id uuid not null references social.users (id) on delete cascade,
  -- Refresh tokens are derived from this key and their number. Sealed with SECRET_KEY.
  sealed_key bytea not null,
  -- Number of the valid refresh token.
  generation integer not null default 1,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- First use of an access token, if soon after the sign-in.
  used_at timestamptz,
  -- Time of the proof of identity. Null: created_at.
  proven_at timestamptz
);
create index sessions_user_id on social.sessions (user_id);
create index sessions_expires_at on social.sessions (expires_at);

-- ID tokens that were exchanged for a session. Each is accepted once.
create table social.used_id_tokens (
  token_hash bytea primary key,
  -- Without a foreign key: the token stays used when its session is gone.
  session_id uuid not null,
  used_at timestamptz not null,
  -- From this time on the token is refused for its age.
  expires_at timestamptz not null
);
create index used_id_tokens_expires_at on social.used_id_tokens (expires_at);

create table social.identity_keys (
  id smallint primary key check (id = 1),
  sealed_key bytea not null,
  created_at timestamptz not null
);

-- Identities that were erased while suspended. Removed when the suspension ends.
create table social.barred_identities (
  -- A MAC under the key in identity_keys: the database alone does not allow guesses.
  identity_hash bytea primary key,
  suspended_until timestamptz not null,
  reason text not null,
  staff_id uuid,
  suspended_at timestamptz not null
);
create index barred_identities_by_end on social.barred_identities (suspended_until);

-- === Photos ===

create table social.photos (
  id uuid primary key,
  user_id uuid not null references social.users (id) on delete cascade,
  -- 0 is the profile photo.
  position smallint not null check (position >= 0 and position <= 5),
  -- Address of a photo on another server.
  link text,
  -- 128 random bits, for a photo that is stored here.
  name text,
  image bytea,
  thumb bytea,
  created_at timestamptz not null,
  -- Origin of a fetched photo. The same link is not fetched again.
  source_link text,
  -- Deferrable: a new order moves several photos at once.
  constraint photos_position unique (user_id, position) deferrable initially deferred,
  check ((link is null) = (name is not null)
      and (name is null) = (image is null)
      and (image is null) = (thumb is null)),
  -- Excludes links that could break out of a page, hold a password or lead to our own routes.
  constraint photos_link_form
    check (link ~ '^/portraits/[A-Za-z0-9_-]{1,64}\.svg$'
      or link ~ '^https://[^/?#@[:space:][:cntrl:]"''<>\\`]+([/?#][^[:space:][:cntrl:]"''<>\\`]*)?$')
);
alter table social.photos alter column image set storage external, alter column thumb set storage external;
create unique index photos_name on social.photos (name) where name is not null;

-- The key that signs the access passes in photo addresses, sealed with SECRET_KEY.
create table social.photo_keys (
  id smallint primary key check (id = 1),
  sealed_key bytea not null,
  created_at timestamptz not null
);

-- Copies of remote pictures that staff chose, so that other servers do not see the viewers.
create table social.picture_copies (
  -- SHA-256: links are too long for a key.
  link_hash bytea primary key,
  -- Null if it could not be fetched.
  image bytea,
  tried_at timestamptz not null
);
create index picture_copies_by_age on social.picture_copies (tried_at);

-- === Reactions and the feed ===

create function social.hidden_until(liked_at timestamptz, passed_until timestamptz) returns timestamptz
  language sql immutable return case when liked_at is null then coalesce(passed_until, '-infinity') else 'infinity' end;

-- The last transaction that undid a reaction or a block early. Gaps from before are void.
create table social.feed_reopenings (
  user_id uuid primary key references social.users (id) on delete cascade,
  reopened_xid xid8 not null
);

-- One row for two people: two likes at the same time meet in it.
create table social.pairs (
  -- Without foreign keys: every like would lock two users. An erasure deletes the rows itself.
  low_id uuid not null,
  high_id uuid not null,
  low_liked_at timestamptz,
  high_liked_at timestamptz,
  -- Set by a dislike.
  low_passed_until timestamptz,
  high_passed_until timestamptz,
  -- 'infinity' is permanent.
  low_blocked_until timestamptz,
  high_blocked_until timestamptz,
  -- Both have liked.
  combined_at timestamptz,
  -- Made by the like that combined them. The writer that finds its own id notifies both.
  combination_id uuid,
  primary key (low_id, high_id),
  check (low_id < high_id)
);
-- For erasure and export. Both ids: PostgreSQL may choose it for a single pair too.
create index pairs_high on social.pairs (high_id, low_id);
create index pairs_low_combined on social.pairs (low_id, combined_at desc, high_id desc) where combined_at is not null;
create index pairs_high_combined on social.pairs (high_id, combined_at desc, low_id desc) where combined_at is not null;
-- Unanswered likes, newest first.
create index pairs_low_liked
  on social.pairs (low_id, high_liked_at desc, high_id desc) where high_liked_at is not null and low_liked_at is null;
create index pairs_high_liked
  on social.pairs (high_id, low_liked_at desc, low_id desc) where low_liked_at is not null and high_liked_at is null;
-- People whom a user has blocked.
create index pairs_low_blocked
  on social.pairs (low_id, low_blocked_until desc, high_id desc) where low_blocked_until is not null;
create index pairs_high_blocked
  on social.pairs (high_id, high_blocked_until desc, low_id desc) where high_blocked_until is not null;

create function social.note_pair_reopened() returns trigger language plpgsql as $$
begin
  -- Without those who are deleted: an erasure takes all of somebody's pairs, and nobody sees them anyway.
  insert into social.feed_reopenings (user_id, reopened_xid)
  select u.id, pg_current_xact_id() from social.users u where u.id in (old.low_id, old.high_id)
    and (select count(*) from social.users both_of where both_of.id in (old.low_id, old.high_id) and both_of.deleted_at is null) = 2
  order by u.id
  on conflict (user_id) do update set reopened_xid = excluded.reopened_xid;
  return null;
end $$;
create trigger pairs_note_reopening after update on social.pairs
  for each row
  when (social.hidden_until(new.low_liked_at, new.low_passed_until) < social.hidden_until(old.low_liked_at, old.low_passed_until)
    or social.hidden_until(new.high_liked_at, new.high_passed_until) < social.hidden_until(old.high_liked_at, old.high_passed_until)
    or coalesce(greatest(new.low_blocked_until, new.high_blocked_until), '-infinity'::timestamptz) < coalesce(greatest(old.low_blocked_until, old.high_blocked_until), '-infinity'::timestamptz))
  execute function social.note_pair_reopened();
create trigger pairs_note_end after delete on social.pairs
  for each row execute function social.note_pair_reopened();

-- The last dislike of each user, which can be undone.
create table social.last_dislikes (
  user_id uuid primary key references social.users (id) on delete cascade,
  -- Without a foreign key: every dislike would lock two users. An erasure deletes the row itself.
  other_id uuid not null,
  -- What it wrote to the pair. Another value there means that the dislike was overtaken.
  passed_until timestamptz not null,
  undid_combination boolean not null
) with (fillfactor = 60);

-- The newest combination in the list at the user's last read.
create table social.seen_combinations (
  user_id uuid primary key references social.users (id) on delete cascade,
  seen_at timestamptz not null
) with (fillfactor = 60);

-- Uses of a limited action until they expire: one row for a user and a kind.
create table social.limit_uses (
  user_id uuid not null references social.users (id) on delete cascade,
  kind text not null,
  used integer not null,
  -- The limit at the last use.
  most integer not null,
  -- From this time on it counts from zero.
  resets_at timestamptz not null,
  primary key (user_id, kind),
  constraint limit_uses_kept check (used <= most)
) with (fillfactor = 60);

-- Has no reader: feed_gaps replaced it.
create table social.feed_marks (
  user_id uuid not null references social.users (id) on delete cascade,
  scope text not null check (scope in ('city', 'state', 'country')),
  top_active_at timestamptz not null,
  top_id uuid not null,
  bottom_active_at timestamptz not null,
  bottom_id uuid not null,
  made_at timestamptz not null,
  primary key (user_id, scope)
);

-- Ranges of the feed without a match: below `from`, down to and including `to`. Valid until the given time, for these
-- settings, and for people unchanged since the snapshot.
create table social.feed_gaps (
  user_id uuid not null references social.users (id) on delete cascade,
  stage text not null check (stage in ('city', 'state', 'country')),
  from_at timestamptz not null,
  from_id uuid not null,
  to_at timestamptz not null,
  to_id uuid not null,
  settings text not null,
  snapshot pg_snapshot not null,
  holds_until timestamptz not null,
  primary key (user_id, stage, from_at, from_id)
);

-- === Chats ===

-- One row for each pair that ever wrote: the data of the chat list, and the lock that orders the messages.
create table social.chats (
  low_id uuid not null references social.users (id) on delete cascade,
  high_id uuid not null references social.users (id) on delete cascade,
  last_message_id uuid,
  -- Unread messages of each side.
  low_unread integer not null default 0 check (low_unread >= 0),
  high_unread integer not null default 0 check (high_unread >= 0),
  -- Up to here each side has read.
  low_read_id uuid,
  high_read_id uuid,
  -- Up to here each side has cleared the chat.
  low_cleared_id uuid,
  high_cleared_id uuid,
  -- When the combination was undone. The messages are hidden from then on, also after a new combination, and kept for
  -- some time for reports.
  closed_at timestamptz,
  low_has_unread boolean generated always as (low_unread > 0) stored,
  high_has_unread boolean generated always as (high_unread > 0) stored,
  primary key (low_id, high_id),
  check (low_id < high_id)
) with (fillfactor = 80);
-- For the erasure of a user.
create index chats_by_high on social.chats (high_id);
create index chats_closed on social.chats (closed_at) where closed_at is not null;
create index chats_low_unread on social.chats (low_id, high_id) where low_has_unread;
create index chats_high_unread on social.chats (high_id, low_id) where high_has_unread;

-- Ids are ordered by time: one week of a chat is one range of the primary key.
create table social.messages (
  low_id uuid not null,
  high_id uuid not null,
  id uuid not null,
  from_low boolean not null,
  client_id text,
  body text not null,
  read_at timestamptz,
  deleted_at timestamptz,
  hidden_from_low boolean not null default false,
  hidden_from_high boolean not null default false,
  primary key (low_id, high_id, id),
  foreign key (low_id, high_id) references social.chats (low_id, high_id) on delete cascade
) with (fillfactor = 90);
create unique index messages_by_client_id
  on social.messages (low_id, high_id, from_low, client_id) where client_id is not null;
-- Partitioned by month (ADR 27). This table becomes the first partition.
select platform.fence_table('social.messages', 'id');
alter table social.messages validate constraint within_bounds;
select platform.divide_table('social.messages', 'id', array[
  'alter table %1$s set (fillfactor = 90)',
  'create index on %1$s (low_id, high_id, from_low, client_id) where client_id is not null'
]);

-- No unique index covers two partitions, so the trigger looks for the client id of the last four weeks, which are in
-- two partitions at most. Writers hold the row of the chat, so two cannot pass at once.
create function social.refuse_repeated_client_id() returns trigger language plpgsql as $$
declare
  weeks_ms constant bigint := 28::bigint * 24 * 3600 * 1000;
  digits text := replace(new.id::text, '-', '');
  since uuid := (lpad(to_hex(greatest(0, ('x' || left(digits, 12))::bit(48)::bigint - weeks_ms)), 12, '0')
    || substr(digits, 13))::uuid;
begin
  if exists (
    select from social.messages m
    where m.low_id = new.low_id and m.high_id = new.high_id and m.from_low = new.from_low and m.client_id = new.client_id
      and m.id >= since and m.id < new.id
  ) then
    raise exception 'this client id was used before' using errcode = 'unique_violation', constraint = 'messages_by_client_id';
  end if;
  return new;
end $$;
create trigger messages_by_client_id before insert on social.messages
  for each row when (new.client_id is not null) execute function social.refuse_repeated_client_id();

-- === Events ===

create table social.events (
  id integer generated always as identity primary key,
  name text not null,
  description text not null default '',
  image text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- For display. Times are absolute.
  timezone text not null,
  status text not null check (status in ('EventScheduled', 'EventRescheduled', 'EventPostponed', 'EventCancelled')),
  category text not null,
  -- Lower case without accents or blanks, as in searches.
  category_key text not null,
  venue_name text not null,
  street_address text,
  city_id integer not null references social.cities (id),
  country char(2) not null default 'BR',
  latitude double precision,
  longitude double precision,
  organizer_name text,
  organizer_url text,
  offer_url text,
  -- In the smallest unit of the currency.
  offer_price_minor bigint,
  offer_currency char(3),
  -- Null: unlimited.
  capacity integer check (capacity > 0),
  participants integer not null default 0 check (participants >= 0),
  spotlight_from timestamptz,
  spotlight_until timestamptz,
  spotlight_position integer,
  -- Name, venue, city, category and description, lower case without accents.
  words tsvector not null,
  -- Grows with every change. Calendars keep the highest.
  revision integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Length of the waiting list. A place is free only if more places are left than these people need.
  waiting integer not null default 0 check (waiting >= 0),
  -- The start time for which reminders were sent or are not needed.
  reminded_for timestamptz,
  -- The form with which staff made the event. Sending it twice makes one event.
  form_id uuid,
  -- The upper bound lets the list of coming events begin in the index instead of at the first event ever.
  check (ends_at > starts_at and ends_at <= (starts_at + '31 days'::interval)),
  check ((spotlight_from is null) = (spotlight_until is null)),
  check (participants <= capacity)
);
create index events_by_start
  on social.events (starts_at, id) include (ends_at, city_id) where status <> 'EventCancelled';
create index events_by_city on social.events (city_id, starts_at, id) where status <> 'EventCancelled';
create index events_in_spotlight on social.events (spotlight_until) where spotlight_until is not null;
create index events_by_words on social.events using gin (words);
create index events_with_waiting on social.events (ends_at) where waiting > 0;
create unique index events_by_form on social.events (form_id) where form_id is not null;

-- An event that was extended may have been over while people were active.
create function social.refresh_activity() returns trigger language plpgsql as $$
begin
  update social.attendances a set active_at = u.last_active_at
  from social.users u
  where a.event_id = new.id and u.id = a.user_id and a.active_at <> u.last_active_at;
  return null;
end $$;
create trigger events_refresh_activity after update of ends_at on social.events
  for each row when (new.ends_at > old.ends_at) execute function social.refresh_activity();

create table social.attendances (
  event_id integer not null references social.events (id) on delete cascade,
  user_id uuid not null references social.users (id) on delete cascade,
  confirmed_at timestamptz not null,
  -- Copy of the person's activity: the participants in the feed's order.
  active_at timestamptz not null,
  -- The choice for this event. Null: the person's own setting. Kept on the waiting list and after a deletion that is
  -- undone.
  visible_to text,
  -- The effective choice: that of the event, else the person's, else null. Triggers keep it, so that lists need not
  -- read the people.
  shown_to text,
  primary key (event_id, user_id)
);
alter table social.attendances add constraint attendances_visible_to_known
  check (visible_to in ('everyone', 'attendees', 'combinations', 'nobody')) not valid;
create index attendances_by_user on social.attendances (user_id, event_id);
create index attendances_by_confirmation on social.attendances (event_id, confirmed_at, user_id);
-- Participants that a viewer may see, in the order of confirmation.
create index attendances_by_visibility on social.attendances (event_id, shown_to, confirmed_at, user_id);
-- The feed of an event shows no other participants than these.
create index attendances_open_by_activity
  on social.attendances (event_id, active_at desc, user_id desc) include (confirmed_at, shown_to)
  where shown_to is null or shown_to in ('everyone', 'attendees');

create function social.take_over_activity() returns trigger language plpgsql as $$
declare
  chosen text;
begin
  -- Locked: otherwise this row would miss what the person changes at this instant.
  select last_active_at, attendance into new.active_at, chosen from social.users where id = new.user_id for share;
  -- Nobody there is for the foreign key to refuse.
  new.active_at := coalesce(new.active_at, new.confirmed_at);
  new.shown_to := coalesce(new.visible_to, chosen);
  return new;
end $$;
create trigger attendances_take_over_activity before insert on social.attendances
  for each row execute function social.take_over_activity();

-- The person becomes a stranger to the participants again.
create function social.note_attendance_ended() returns trigger language plpgsql as $$
begin
  update social.users set changed_xid = pg_current_xact_id() where id = old.user_id;
  return null;
end $$;
create trigger attendances_note_end after delete on social.attendances
  for each row execute function social.note_attendance_ended();

-- Also changes the person's place in feeds, like the end of an attendance.
create function social.take_over_attendance() returns trigger language plpgsql as $$
declare
  chosen text;
begin
  update social.users set changed_xid = pg_current_xact_id() where id = new.user_id returning attendance into chosen;
  new.shown_to := coalesce(new.visible_to, chosen);
  return new;
end $$;
create trigger attendances_take_over_attendance before update of visible_to on social.attendances
  for each row when (new.visible_to is distinct from old.visible_to) execute function social.take_over_attendance();

create table social.waiting (
  event_id integer not null references social.events (id) on delete cascade,
  user_id uuid not null references social.users (id) on delete cascade,
  -- The order of the list. Assigned under the lock of the event.
  number bigint generated always as identity,
  since timestamptz not null,
  visible_to text,
  primary key (event_id, user_id)
);
alter table social.waiting add constraint waiting_visible_to_known
  check (visible_to in ('everyone', 'attendees', 'combinations', 'nobody')) not valid;
create unique index waiting_by_number on social.waiting (event_id, number);
create index waiting_by_user on social.waiting (user_id);

-- Places of deleted users, who get them back on return if one is free.
create table social.released_seats (
  user_id uuid not null references social.users (id) on delete cascade,
  event_id integer not null references social.events (id) on delete cascade,
  confirmed_at timestamptz not null,
  visible_to text,
  primary key (user_id, event_id)
);
alter table social.released_seats add constraint released_seats_visible_to_known
  check (visible_to in ('everyone', 'attendees', 'combinations', 'nobody')) not valid;
create index released_seats_by_event on social.released_seats (event_id);

-- Notices for the participants, sent in batches.
create table social.event_notices (
  id uuid primary key,
  event_id integer not null references social.events (id) on delete cascade,
  kind text not null check (kind in ('moved', 'cancelled', 'tomorrow')),
  created_at timestamptz not null,
  -- All confirmations up to this one were notified.
  told_until timestamptz not null default '1970-01-01 00:00:00+00',
  told_id uuid not null default '00000000-0000-0000-0000-000000000000',
  done_at timestamptz
);
create index event_notices_open on social.event_notices (event_id) where done_at is null;
create index event_notices_done on social.event_notices (done_at) where done_at is not null;
create index event_notices_by_event on social.event_notices (event_id);

-- People on the waiting list at the time of the notice. A copy: a cancelled event has no list.
create table social.notice_waiters (
  notice_id uuid not null references social.event_notices (id) on delete cascade,
  user_id uuid not null references social.users (id) on delete cascade,
  primary key (notice_id, user_id)
);
create index notice_waiters_by_user on social.notice_waiters (user_id);

-- The calendar address of a user.
create table social.calendars (
  user_id uuid primary key references social.users (id) on delete cascade,
  -- SHA-256 of the key in the address, which has 256 random bits.
  key_hash bytea not null,
  created_at timestamptz not null
);
create unique index calendars_by_key on social.calendars (key_hash);

-- === Updates and devices ===

-- The number of each user's last update. The row stays locked until the commit: a reader who sees number n sees all
-- earlier numbers.
create table social.update_counters (
  user_id uuid primary key references social.users (id) on delete cascade,
  last_seq bigint not null,
  -- Updates up to this number were deleted.
  forgotten_seq bigint not null default 0
) with (fillfactor = 60);

create table social.updates (
  -- Without a foreign key: it would cost each message two lookups. Old updates are deleted by age.
  user_id uuid not null,
  seq bigint not null,
  kind text not null,
  -- A message is read at delivery: one that was deleted meanwhile is delivered as deleted.
  low_id uuid,
  high_id uuid,
  message_id uuid,
  body jsonb,
  created_at timestamptz not null,
  primary key (user_id, seq)
);
create index updates_by_age on social.updates (created_at);
-- Partitioned by month (ADR 27). This table becomes the first partition.
select platform.fence_table('social.updates', 'created_at');
alter table social.updates validate constraint within_bounds;
select platform.divide_table('social.updates', 'created_at', array[
  'alter table %1$s add primary key (user_id, seq)'
], is_swept => true);
-- Created after the division: divide_table would name the two indexes on created_at in any order.
create index updates_of_typing on social.updates_before (created_at) where kind = 'typing';
create index on social.updates (created_at) where kind = 'typing';

-- Connected users by process. A row expires, so that a killed process is forgotten.
create table social.presences (
  user_id uuid not null,
  process_id uuid not null,
  until timestamptz not null,
  primary key (user_id, process_id)
) with (fillfactor = 60);
create index presences_by_until on social.presences (until);

-- A device is notified as long as its session lasts, and deleted with it.
create table social.devices (
  user_id uuid not null references social.users (id) on delete cascade,
  device_id text not null,
  endpoint text not null,
  -- The keys of a Web Push subscription. Null for other platforms.
  sealed_keys bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  session_id uuid references social.sessions (id) on delete cascade,
  platform text not null default 'web' check (platform in ('web', 'fcm', 'apns')),
  -- For APNs only.
  environment text check (environment in ('production', 'sandbox')),
  -- Language of notifications that the device does not translate itself.
  language text not null default 'en',
  primary key (user_id, device_id)
);
-- A browser belongs to the user who signed in last.
create unique index devices_by_endpoint on social.devices (endpoint);
create index devices_by_session on social.devices (session_id);

-- The VAPID keys of this installation.
create table social.push_keys (
  id smallint primary key check (id = 1),
  public_key text not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null
);

-- === Texts and campaigns ===

-- Versions of the presentation and terms per language. The last version is shown.
create table social.texts (
  kind text not null check (kind in ('presentation', 'terms')),
  language text not null,
  version integer not null,
  body jsonb not null,
  published_at timestamptz not null,
  published_by uuid,
  primary key (kind, language, version)
);
comment on column social.texts.published_by is 'Not written since migration 0013; to be dropped.';

create table social.campaigns (
  id uuid primary key,
  title text not null,
  description text not null,
  media_type smallint not null check (media_type in (1, 2)),
  media text not null,
  link text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- IBGE codes. Empty: everywhere.
  city_ids integer[] not null default '{}',
  weight integer not null check (weight between 1 and 1000),
  created_at timestamptz not null,
  stopped_at timestamptz,
  check (starts_at < ends_at)
);
create index campaigns_running on social.campaigns (ends_at, starts_at) where stopped_at is null;

-- Several rows per campaign and day, so that counters do not queue for one row.
create table social.campaign_counts (
  campaign_id uuid not null references social.campaigns (id) on delete cascade,
  day date not null,
  slot smallint not null,
  views bigint not null default 0,
  clicks bigint not null default 0,
  primary key (campaign_id, day, slot)
);

-- Views of a day: each user counts once. Deleted after two days; the counts stay. There is no foreign key to the
-- campaign: all rows would lock the few running campaigns.
create table social.campaign_views (
  user_id uuid not null references social.users (id) on delete cascade,
  campaign_id uuid not null,
  day date not null,
  viewed_at timestamptz not null,
  clicked_at timestamptz,
  primary key (user_id, campaign_id, day)
);
create index campaign_views_by_day on social.campaign_views (day);

-- === Moderation ===

-- Acts of staff or of a rule, with reasons. Rows never change, except that an erasure removes personal data.
create table social.moderation_acts (
  id uuid primary key,
  user_id uuid references social.users (id) on delete set null,
  kind text not null,
  -- Null for a rule.
  staff_id uuid,
  -- Shown to the user.
  reason text not null,
  -- For staff only.
  note text not null default '',
  -- What was removed: name, about, or the id of a photo or a message.
  subject text,
  -- For a suspension. Null is permanent.
  until timestamptz,
  -- The newest open reports against the user at the time.
  report_ids uuid[] not null default '{}',
  appeal_id uuid,
  created_at timestamptz not null
);
create index moderation_acts_by_user on social.moderation_acts (user_id, id);

create table social.reports (
  id uuid primary key,
  -- Null after the erasure of the user.
  reporter_id uuid references social.users (id) on delete set null,
  reported_id uuid references social.users (id) on delete set null,
  reason text not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid,
  note text not null default '',
  category text not null default 'other',
  -- Name and description of the reported user or event at the time.
  reported_name text,
  reported_about text,
  -- The act that settled it.
  settled_by uuid,
  -- Instead of reported_id.
  event_id integer references social.events (id) on delete set null,
  -- For a report that was closed by itself. A report that an act settled has the outcome of the act.
  outcome text check (outcome in ('action_taken', 'no_breach'))
);
create index reports_open on social.reports (id) where closed_at is null;
create index reports_by_reported on social.reports (reported_id, id);
create index reports_open_by_reported on social.reports (reported_id, reporter_id) where closed_at is null;
create index reports_closed on social.reports (closed_at) where closed_at is not null;
create index reports_by_event on social.reports (event_id, id) where event_id is not null;
create index reports_by_reporter on social.reports (reporter_id, id);
comment on column social.reports.closed_by is 'Not written since migration 0013; to be dropped.';

-- Locks the case, so that a moderator who closes it at this time sees the report.
create function social.open_case() returns trigger language plpgsql as $$
begin
  insert into social.cases as c (user_id, opened_at) values (new.reported_id, new.created_at)
  on conflict (user_id) do update set opened_at = c.opened_at;
  return null;
end $$;
create trigger reports_open_case after insert on social.reports
  for each row when (new.reported_id is not null) execute function social.open_case();

-- Copies: they stay if the message is deleted.
create table social.report_messages (
  report_id uuid not null references social.reports (id) on delete cascade,
  message_id uuid not null,
  -- False: from the reported user.
  from_reporter boolean not null,
  body text not null,
  primary key (report_id, message_id)
);
create index report_messages_by_message on social.report_messages (message_id);

create table social.report_photos (
  report_id uuid primary key references social.reports (id) on delete cascade,
  photo_id uuid not null,
  -- Address on another server.
  link text,
  image bytea
);
alter table social.report_photos alter column image set storage external;

create table social.appeals (
  id uuid primary key,
  user_id uuid not null references social.users (id) on delete cascade,
  act_id uuid not null,
  body text not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  accepted boolean,
  check ((decided_at is null) = (accepted is null))
);
create unique index appeals_by_act on social.appeals (act_id);
create index appeals_by_user on social.appeals (user_id, id);
create index appeals_open on social.appeals (user_id) where decided_at is null;

-- Users with open reports or an open appeal.
create table social.cases (
  user_id uuid primary key references social.users (id) on delete cascade,
  opened_at timestamptz not null
);
create index cases_by_opening on social.cases (opened_at, user_id);

-- Has no reader: platform.attempts replaced it.
create table social.staff_failures (
  key text primary key,
  failures integer not null,
  since timestamptz not null
);
create index staff_failures_since on social.staff_failures (since);

-- === Sandbox ===

-- Set once the sandbox's town is built.
create table social.town (
  only_row boolean primary key default true check (only_row),
  seeded_at timestamptz not null,
  -- The time from which the town's dates are counted: when it was built or last moved forward.
  counted_from timestamptz not null
);
