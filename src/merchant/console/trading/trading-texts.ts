import type { Words } from '../../../platform/http/language.ts';
import { defineTexts, words } from '../parts/define-texts.ts';

export const tradingTexts = defineTexts({
  orders: ['Orders', 'Ordens', 'Aufträge'],
  ordersLead: [
    'Everything that moved coins or euros for you: trades, withdrawals, deposits, payments and refunds.',
    'Tudo o que movimentou moedas ou euros para você: negociações, saques, depósitos, pagamentos e reembolsos.',
    'Alles, was für Sie Coins oder Euro bewegt hat: Käufe, Verkäufe, Abhebungen, Einzahlungen, Zahlungen und Erstattungen.',
  ],
  withdrawals: ['Withdrawals', 'Saques', 'Abhebungen'],
  withdrawalsLead: [
    'Coins that you bought and had sent to a wallet.',
    'Moedas que você comprou e mandou enviar a uma carteira.',
    'Coins, die Sie gekauft haben und an eine Wallet senden ließen.',
  ],
  deposits: ['Deposits', 'Depósitos', 'Einzahlungen'],
  depositsLead: [
    'Coins that your customers sent to their deposit addresses.',
    'Moedas que seus clientes enviaram aos endereços de depósito deles.',
    'Coins, die Ihre Kunden an ihre Einzahlungsadressen gesendet haben.',
  ],
  searchLabel: [
    'Order, customer, transaction or address',
    'Ordem, cliente, transação ou endereço',
    'Auftrag, Kunde, Transaktion oder Adresse',
  ],
  noOrders: ['No orders yet', 'Nenhuma ordem ainda', 'Noch keine Aufträge'],
  noOrdersText: [
    'Buy or sell coins here or through the API.',
    'Compre ou venda moedas aqui, ou deixe seu software fazê-lo pela API.',
    'Kaufen oder verkaufen Sie hier Coins, oder lassen Sie es Ihre Software über die API tun.',
  ],
  noWithdrawals: ['No withdrawals yet', 'Nenhum saque ainda', 'Noch keine Abhebungen'],
  noWithdrawalsText: [
    'A withdrawal buys coins from your euros and sends them to a wallet.',
    'Um saque compra moedas com seus euros e as envia a uma carteira.',
    'Eine Abhebung kauft mit Ihren Euro Coins und sendet sie an eine Wallet.',
  ],
  noDeposits: ['No deposits yet', 'Nenhum depósito ainda', 'Noch keine Einzahlungen'],
  noDepositsText: [
    'Create a deposit address for a customer through the API. Coins that arrive there are listed here.',
    'Dê a um cliente um endereço de depósito pela API; o que chegar lá aparece aqui.',
    'Geben Sie einem Kunden über die API eine Einzahlungsadresse; was dort ankommt, steht hier.',
  ],
  what: ['What', 'O quê', 'Was'],
  to: ['To', 'Para', 'An'],
  credited: ['Credited', 'Creditado', 'Gutgeschrieben'],
  heldAsCoins: ['Kept as coins', 'Mantido em moedas', 'Als Coins behalten'],
  soldAtOnce: ['Sold at once', 'Vendido na hora', 'Sofort verkauft'],
  mode: ['Use', 'Destino', 'Verwendung'],
  buy: ['Buy {coins}', 'Compra de {coins}', 'Kauf von {coins}'],
  sell: ['Sell {coins}', 'Venda de {coins}', 'Verkauf von {coins}'],
  withdrawalOf: ['Withdrawal of {coins}', 'Saque de {coins}', 'Abhebung von {coins}'],
  depositOf: ['Deposit of {coins}', 'Depósito de {coins}', 'Einzahlung von {coins}'],
  paymentOf: ['Payment of {coins}', 'Pagamento de {coins}', 'Zahlung von {coins}'],
  refundOf: ['Refund of {coins}', 'Reembolso de {coins}', 'Erstattung von {coins}'],
  coinsUnknown: ['coins', 'moedas', 'Coins'],
  order: ['Order', 'Ordem', 'Auftrag'],
  payment: ['Payment', 'Pagamento', 'Zahlung'],
  openPayment: ['Open the payment', 'Abrir o pagamento', 'Zahlung öffnen'],
  metadata: ['Metadata', 'Metadados', 'Metadaten'],
  feeByProvider: ['Paid by the provider', 'Paga pelo provedor', 'Zahlt der Anbieter'],
  feeEstimate: ['{fee}, an estimate', '{fee}, estimativa', '{fee}, geschätzt'],
  asked: ['Requested', 'Solicitado', 'Angefordert'],
  askedBy: ['by {who}', 'por {who}', 'von {who}'],
  askedByApi: ['by the API, credential {who}', 'pela API, credencial {who}', 'über die API, Zugang {who}'],
  waitsForApproval: [
    'Waits for the provider’s approval',
    'Aguarda aprovação do provedor',
    'Wartet auf die Freigabe des Anbieters',
  ],
  decided: ['The provider: {action}', 'O provedor: {action}', 'Der Anbieter: {action}'],
  signed: ['Transaction signed', 'Transação assinada', 'Transaktion signiert'],
  signedAgain: [
    'Signed again with a higher fee',
    'Assinada de novo com taxa maior',
    'Mit höherer Gebühr neu signiert',
  ],
  neverMined: ['Did not get into a block', 'Não entrou em um bloco', 'Kam in keinen Block'],
  failedOnChain: ['The network refused it', 'A rede a recusou', 'Das Netzwerk lehnte sie ab'],
  arrived: ['Coins seen on the network', 'Moedas vistas na rede', 'Coins im Netzwerk gesehen'],
  webhook: ['Webhook {type}', 'Webhook {type}', 'Webhook {type}'],
  isNow: ['Status: {status}', 'Passou a: {status}', 'Wurde: {status}'],
  newOrder: ['Buy or sell', 'Comprar ou vender', 'Kaufen oder verkaufen'],
  newOrderLead: [
    'The price is shown first and is valid for a minute.',
    'Você vê o preço antes; ele vale por um minuto.',
    'Sie sehen zuerst den Preis; er gilt eine Minute lang.',
  ],
  newWithdrawal: ['Withdraw', 'Sacar', 'Abheben'],
  newWithdrawalTitle: ['New withdrawal', 'Novo saque', 'Neue Abhebung'],
  side: ['Action', 'O que você quer', 'Was Sie möchten'],
  buyCoins: ['Buy coins for euros', 'Comprar moedas com euros', 'Coins für Euro kaufen'],
  sellCoins: ['Sell coins for euros', 'Vender moedas por euros', 'Coins für Euro verkaufen'],
  amountIn: ['The amount is in', 'O valor está em', 'Der Betrag ist in'],
  inEuros: ['Euros', 'Euros', 'Euro'],
  inCoins: ['Coins', 'Moedas', 'Coins'],
  wallet: ['Wallet address', 'Endereço da carteira', 'Wallet-Adresse'],
  walletHint: [
    'For the chosen coin. Sent coins cannot be recovered.',
    'Da moeda escolhida. O que for enviado não pode ser recuperado.',
    'Des gewählten Coins. Was gesendet ist, kann niemand zurückholen.',
  ],
  tagHint: ['Only for XRP.', 'Somente para XRP.', 'Nur für XRP.'],
  reference: ['Customer reference', 'Referência do cliente', 'Kundenreferenz'],
  referenceHint: [
    'Your own reference for the customer.',
    'A sua própria referência para o cliente.',
    'Ihr eigener Name für den Kunden.',
  ],
  newCustomer: ['New customer', 'Alguém novo', 'Jemand Neues'],
  firstName: ['First name', 'Nome', 'Vorname'],
  lastName: ['Last name', 'Sobrenome', 'Nachname'],
  email: ['E-mail address', 'Endereço de e-mail', 'E-Mail-Adresse'],
  seePrice: ['See the price', 'Ver o preço', 'Preis ansehen'],
  confirmTitle: ['Check the figures', 'Confira mais uma vez', 'Sehen Sie noch einmal hin'],
  arrives: ['Recipient gets', 'Chega lá', 'Kommt dort an'],
  youGet: ['You get', 'Você recebe', 'Sie bekommen'],
  youGive: ['You pay', 'Você entrega', 'Sie geben'],
  costs: ['Price', 'Preço', 'Preis'],
  total: ['Total', 'No total', 'Insgesamt'],
  balance: ['Your balance now', 'Seu saldo agora', 'Ihr Guthaben jetzt'],
  balanceAfter: ['Your balance afterwards', 'Seu saldo depois', 'Ihr Guthaben danach'],
  notEnough: [
    'Your balance is too low for this.',
    'Seu saldo não é suficiente para isto.',
    'Ihr Guthaben reicht dafür nicht.',
  ],
  priceHolds: [
    'This price is valid until {time}. After that, request a new one.',
    'Este preço vale até {time}. Depois disso, peça um novo.',
    'Dieser Preis gilt bis {time}. Danach fragen Sie nach einem neuen.',
  ],
  estimate: ['about {fee}', 'cerca de {fee}', 'etwa {fee}'],
  withdrawButton: [
    'Withdraw {coins} for {euros}',
    'Sacar {coins} por {euros}',
    '{coins} für {euros} abheben',
  ],
  buyButton: ['Buy {coins} for {euros}', 'Comprar {coins} por {euros}', '{coins} für {euros} kaufen'],
  sellButton: ['Sell {coins} for {euros}', 'Vender {coins} por {euros}', '{coins} für {euros} verkaufen'],
  change: ['Change something', 'Mudar algo', 'Etwas ändern'],
});

export type TradingTexts = (typeof tradingTexts)['en'];

export const orderStatusWords: Record<string, Words> = {
  CREATED: words('Waits for approval', 'Aguarda aprovação', 'Wartet auf Freigabe'),
  PROCESSING: words('On its way', 'A caminho', 'Unterwegs'),
  COMPLETED: words('Completed', 'Concluído', 'Abgeschlossen'),
  FAILED: words('Failed', 'Falhou', 'Fehlgeschlagen'),
  REVERSED: words('Reversed', 'Revertido', 'Rückgängig gemacht'),
};

export const orderKindWords: Record<string, Words> = {
  trade: words('Trades', 'Negociações', 'Käufe und Verkäufe'),
  withdrawal: words('Withdrawals', 'Saques', 'Abhebungen'),
  deposit: words('Deposits', 'Depósitos', 'Einzahlungen'),
  refund: words('Refunds', 'Reembolsos', 'Erstattungen'),
};

/** Texts of staff decisions, by the verbs of `praca payouts`. */
export const decisionWords: Record<string, Words> = {
  approve: words('approved', 'aprovou', 'freigegeben'),
  reject: words('rejected', 'recusou', 'abgelehnt'),
};

export const screeningWords = words('Being checked', 'Em verificação', 'Wird geprüft');
