import type { PresentationItem } from '../publishing/presentation/texts.rules.ts';

/** Cities with their states. Earlier ones get more people and events. */
export const cities = [
  'São Paulo, SP',
  'Rio de Janeiro, RJ',
  'Belo Horizonte, MG',
  'Salvador, BA',
  'Recife, PE',
  'Porto Alegre, RS',
  'Fortaleza, CE',
  'Curitiba, PR',
  'Brasília, DF',
  'Belém, PA',
  'Manaus, AM',
  'Florianópolis, SC',
] as const;

const words = (text: string): string[] => text.split(' ');

export const femaleNames = words(
  'Alice Amanda Ana Beatriz Bianca Bruna Camila Carolina Cecília Clara Débora Eduarda Elisa Fernanda Gabriela Helena Isabela Joana Júlia Larissa Laura Letícia Lívia Luana Luísa Manuela Mariana Marina Natália Paula Priscila Rafaela Renata Sofia Tainá Tatiana Valentina Vitória Yasmin',
);
export const maleNames = words(
  'André Antônio Arthur Bernardo Bruno Caio Carlos Daniel Davi Diego Eduardo Felipe Fernando Gabriel Guilherme Gustavo Heitor Henrique Hugo Igor João Joaquim Leonardo Lucas Luiz Marcelo Mateus Miguel Murilo Nicolas Otávio Pedro Rafael Renan Rodrigo Samuel Thiago Tomás Vinícius Vítor',
);
export const surnames = words(
  'Almeida Alves Araújo Barbosa Barros Batista Campos Cardoso Carvalho Castro Cavalcanti Correia Costa Dias Duarte Fernandes Ferreira Freitas Gomes Lima Lopes Machado Martins Melo Mendes Monteiro Moraes Moreira Nascimento Nunes Oliveira Pereira Pinto Ramos Ribeiro Rocha Santana Silva Souza Teixeira Vieira',
);

export const abouts = [
  'Samba on Fridays, the beach on Sundays.',
  'I cook better than I dance. I dance a lot.',
  'Ask me about my bicycle.',
  'Choro, forró, and long walks to find good coffee.',
  'New in town; show me the square where everybody meets.',
  'Teacher by day, percussion by night.',
  'Two cats, one guitar, no car.',
  'Always early for the concert, always late for dinner.',
  'Board games, pão de queijo, and football in the rain.',
  'I take pictures of old doors.',
];

export interface EventKind {
  category: string;
  names: string[];
  places: string[];
  descriptions: string[];
}

export const eventKinds: readonly EventKind[] = [
  {
    category: 'Música',
    names: ['Roda de samba', 'Noite de choro', 'Baile de forró', 'Show acústico'],
    places: ['da Praça', 'do Mercado', 'da Estação', 'do Largo'],
    descriptions: [
      'Bring an instrument or just your voice; the circle opens at sunset.',
      'Live music until late, with food from the neighbourhood.',
    ],
  },
  {
    category: 'Gastronomia',
    names: ['Feira de sabores', 'Festival de petiscos', 'Noite de comida de rua'],
    places: ['do Porto', 'do Bairro', 'da Vila'],
    descriptions: ['Twenty kitchens, one long table.', 'Taste everything once; come hungry.'],
  },
  {
    category: 'Cultura',
    names: ['Cinema ao ar livre', 'Sarau de poesia', 'Feira de livros', 'Visita guiada'],
    places: ['da Biblioteca', 'do Parque', 'do Centro'],
    descriptions: ['Free chairs, free popcorn, a film under the sky.', 'Read something, or listen.'],
  },
  {
    category: 'Esporte',
    names: ['Corrida de 5 km', 'Pedalada noturna', 'Vôlei na areia', 'Futebol misto'],
    places: ['da Orla', 'do Lago', 'da Quadra'],
    descriptions: ['All levels; nobody is left behind.', 'Bring water and a friend.'],
  },
];

export const presentation: Record<string, PresentationItem[]> = {
  en: [
    { photo: '/posters/tour-1.svg', description: 'See what is on tonight, around the corner.' },
    { photo: '/posters/tour-2.svg', description: 'Say that you come, and see who else does.' },
    { photo: '/posters/tour-3.svg', description: 'You like each other? Then you can talk.' },
  ],
  pt: [
    { photo: '/posters/tour-1.svg', description: 'Veja o que acontece hoje à noite, ali na esquina.' },
    { photo: '/posters/tour-2.svg', description: 'Confirme presença e veja quem mais vai.' },
    { photo: '/posters/tour-3.svg', description: 'Curtiram um ao outro? Então podem conversar.' },
  ],
  de: [
    { photo: '/posters/tour-1.svg', description: 'Sieh, was heute Abend um die Ecke los ist.' },
    { photo: '/posters/tour-2.svg', description: 'Sag zu und sieh, wer noch kommt.' },
    { photo: '/posters/tour-3.svg', description: 'Ihr mögt euch? Dann könnt ihr reden.' },
  ],
};

export const terms: Record<string, string> = {
  en: 'These are the terms of a sandbox. Nobody here is a real person, no event takes place, and nothing you do has consequences. Be kind all the same.\n',
  pt: 'Estes são os termos de um ambiente de testes. Ninguém aqui é uma pessoa real, nenhum evento acontece e nada do que você faz tem consequências. Seja gentil mesmo assim.\n',
  de: 'Dies sind die Bedingungen einer Sandbox. Niemand hier ist ein echter Mensch, kein Event findet statt, und nichts hat Folgen. Sei trotzdem freundlich.\n',
};

export const campaigns = [
  {
    title: 'Festival da Praça',
    description: 'Three days of music on every square of the country.',
    media_type: 1,
    media: '/posters/campaign-1.svg',
    link: 'https://festival.example/',
    cities: [],
    weight: 10,
  },
  {
    title: 'Bicicletas da Vila',
    description: 'Rent a bicycle for the weekend.',
    media_type: 1,
    media: '/posters/campaign-2.svg',
    link: 'https://bicicletas.example/',
    cities: [0, 1],
    weight: 5,
  },
  {
    title: 'Café do Largo',
    description: 'The second coffee is ours.',
    media_type: 2,
    media: 'https://cafe.example/spot.mp4',
    link: 'https://cafe.example/',
    cities: [],
    weight: 3,
  },
] as const;
