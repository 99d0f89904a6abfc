/** An event of the town: `from` is the hour of the day at which it may begin at the earliest, `until` at the latest. */
export interface EventKind {
  category: string;
  name: string;
  places: string[];
  from: number;
  until: number;
  hours: number;
  isFree?: boolean;
  description: string;
}

const squares = ['da Praça', 'do Mercado', 'da Estação', 'do Largo'];
const streets = ['do Porto', 'do Bairro', 'da Vila', 'do Mercado'];
const halls = ['da Biblioteca', 'do Parque', 'do Centro', 'do Museu'];
const lawns = ['do Parque', 'da Lagoa', 'da Quadra', 'da Vila'];

export const eventKinds: readonly EventKind[] = [
  {
    category: 'Música',
    name: 'Roda de samba',
    places: squares,
    from: 17,
    until: 19,
    hours: 4,
    description: 'Traga o pandeiro ou só a voz. A roda abre no fim da tarde, e quem chega entra.',
  },
  {
    category: 'Gastronomia',
    name: 'Feira de sabores',
    places: streets,
    from: 10,
    until: 12,
    hours: 6,
    description: 'Vinte cozinhas e uma mesa comprida. Venha com fome e prove de tudo um pouco.',
  },
  {
    category: 'Cultura',
    name: 'Cinema ao ar livre',
    places: halls,
    from: 19,
    until: 20,
    hours: 3,
    description: 'Cadeiras livres, pipoca e um filme sob o céu. Se chover, passamos para o salão.',
    isFree: true,
  },
  {
    category: 'Esporte',
    name: 'Pedalada noturna',
    places: lawns,
    from: 19,
    until: 20,
    hours: 2,
    description: 'Vinte quilômetros em ritmo leve, com parada para água. Luz e capacete são obrigatórios.',
    isFree: true,
  },
  {
    category: 'Música',
    name: 'Noite de choro',
    places: squares,
    from: 19,
    until: 20,
    hours: 3,
    description: 'Flauta, cavaquinho e sete cordas, com petiscos do bairro até o fim.',
  },
  {
    category: 'Cultura',
    name: 'Sarau de poesia',
    places: halls,
    from: 19,
    until: 20,
    hours: 3,
    description: 'Leia um poema seu, leia o de outra pessoa ou só escute. O microfone é aberto.',
    isFree: true,
  },
  {
    category: 'Esporte',
    name: 'Corrida de 5 km',
    places: lawns,
    from: 6,
    until: 7,
    hours: 2,
    description: 'Largada cedo, antes do calor. Todos os ritmos são bem-vindos, e o fim é um café da manhã.',
  },
  {
    category: 'Música',
    name: 'Baile de forró',
    places: squares,
    from: 20,
    until: 21,
    hours: 5,
    description: 'Aula de passos básicos na primeira hora e trio ao vivo até a madrugada.',
  },
  {
    category: 'Gastronomia',
    name: 'Noite de comida de rua',
    places: streets,
    from: 18,
    until: 19,
    hours: 5,
    description: 'Acarajé, pastel, churrasquinho e opções sem carne. Mesas na calçada e música baixa.',
    isFree: true,
  },
  {
    category: 'Cultura',
    name: 'Visita guiada',
    places: halls,
    from: 10,
    until: 14,
    hours: 2,
    description: 'Uma volta a pé pelas histórias do lugar, com quem mora ali há quarenta anos.',
  },
  {
    category: 'Esporte',
    name: 'Futebol misto',
    places: lawns,
    from: 8,
    until: 10,
    hours: 2,
    description: 'Times sorteados na hora. Traga uma camisa clara, uma escura e bom humor.',
    isFree: true,
  },
  {
    category: 'Música',
    name: 'Show acústico',
    places: squares,
    from: 19,
    until: 21,
    hours: 2,
    description: 'Voz e violão, canções conhecidas e duas inéditas. Lugares no chão e nas almofadas.',
  },
  {
    category: 'Gastronomia',
    name: 'Festival de petiscos',
    places: streets,
    from: 12,
    until: 16,
    hours: 6,
    description: 'Uma rodada de cada bar do bairro e, no fim, a votação do melhor bolinho.',
  },
  {
    category: 'Cultura',
    name: 'Feira de livros',
    places: halls,
    from: 9,
    until: 10,
    hours: 8,
    description: 'Trocas, usados e editoras pequenas. Às 11h tem leitura para crianças.',
    isFree: true,
  },
  {
    category: 'Esporte',
    name: 'Vôlei na areia',
    places: lawns,
    from: 8,
    until: 9,
    hours: 3,
    description: 'Quadras para iniciantes e para quem já joga. Leve água e protetor solar.',
    isFree: true,
  },
];
