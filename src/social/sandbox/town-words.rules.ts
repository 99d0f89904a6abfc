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

/** A profile text is one sentence of each list. */
export const aboutBeginnings = [
  'Samba na sexta, praia no domingo.',
  'Cozinho melhor do que danço. E danço muito.',
  'Pergunte pela minha bicicleta.',
  'Choro, forró e longas caminhadas atrás de um bom café.',
  'Cheguei há pouco na cidade e ainda descubro um bairro por semana.',
  'Dou aula de dia e toco percussão de noite.',
  'Dois gatos, um violão, nenhum carro.',
  'Chego cedo no show e tarde no jantar.',
  'Jogos de tabuleiro, pão de queijo e futebol na chuva.',
  'Fotografo portas antigas.',
  'Leio no ônibus e perco o ponto.',
  'Vizinhança de feira: conheço todo mundo pelo nome da fruta.',
  'Trabalho com plantas e falo com elas.',
  'Cinema às quartas, sempre com pipoca doce.',
  'Corro de manhã para poder comer à tarde.',
  'Faço cerâmica torta com muito orgulho.',
  'Torço pelo time errado desde criança.',
];
export const aboutEnds = [
  'Aceito indicações de boteco.',
  'Quem sabe um café primeiro?',
  'Me conte o melhor show da sua vida.',
  'Procuro companhia para a próxima roda.',
  'Não tenho pressa.',
  'Respondo devagar, mas respondo.',
  'Prefiro conversar ao vivo.',
  'Se gostar de dançar, melhor ainda.',
  'Levo o guarda-chuva.',
  'O cachorro vem junto.',
  'Domingo é dia de feira.',
  'Falo alto e escuto bem.',
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
    description: 'Três dias de música em todas as praças do país.',
    media_type: 1,
    media: '/posters/campaign-1.svg',
    link: 'https://festival.example/',
    cities: [],
    weight: 10,
  },
  {
    title: 'Bicicletas da Vila',
    description: 'Alugue uma bicicleta para o fim de semana.',
    media_type: 1,
    media: '/posters/campaign-2.svg',
    link: 'https://bicicletas.example/',
    cities: [0, 1],
    weight: 5,
  },
  {
    title: 'Café do Largo',
    description: 'O segundo café é por nossa conta.',
    media_type: 2,
    media: 'https://cafe.example/spot.mp4',
    link: 'https://cafe.example/',
    cities: [],
    weight: 3,
  },
] as const;
