import type { CheckoutTexts } from './checkout-texts.ts';

export const checkoutTextsDe: CheckoutTexts = {
  phases: {
    choose: {
      title: 'Wie möchten Sie bezahlen?',
      text: 'Wählen Sie eine Kryptowährung. Der Preis gilt dann {minutes} Minuten lang.',
    },
    pay: {
      title: 'Senden Sie {amount}',
      text: 'Scannen Sie den Code mit Ihrer Wallet, oder kopieren Sie Betrag und Adresse. Genau dieser Betrag muss ankommen; die Gebühr des Netzwerks kommt hinzu.',
    },
    rest: {
      title: 'Es fehlen noch {missing}',
      text: '{received} von {amount} sind angekommen. Senden Sie den Rest an dieselbe Adresse, bevor die Zeit um ist.',
    },
    checking: {
      title: 'Die Zeit ist um. Einen Augenblick, bitte',
      text: 'Wir prüfen, ob Ihre Zahlung rechtzeitig angekommen ist. Bitte senden Sie jetzt nichts mehr.',
    },
    confirming: {
      title: 'Zahlung eingegangen, Bestätigung steht aus',
      text: 'Wir haben Ihre {received} gesehen. Nun muss das Netzwerk sie bestätigen. Sie brauchen nichts weiter zu tun und können diese Seite schließen.',
    },
    paid: { title: 'Bezahlt', text: 'Vielen Dank. {merchant} hat Ihre Zahlung erhalten.' },
    expired: {
      title: 'Diese Zahlung ist abgelaufen',
      text: 'Sie wurde nicht rechtzeitig bezahlt. Wenn Sie noch bezahlen möchten, gehen Sie zurück zu {merchant} und beginnen Sie von vorn. Bitte senden Sie für diese Zahlung nichts mehr.',
    },
    underpaid: {
      title: 'Es ist zu wenig angekommen',
      text: 'Als die Zeit um war, waren {received} von {amount} angekommen. Nun entscheidet {merchant}, ob die Zahlung angenommen oder an Sie zurückgesendet wird. Bitte wenden Sie sich an {merchant}.',
    },
    late: {
      title: 'Ihre Zahlung kam zu spät',
      text: 'Ihre {received} sind angekommen, als die Zeit schon um war. Verloren ist nichts: Nun entscheidet {merchant}, ob die Zahlung angenommen oder an Sie zurückgesendet wird. Bitte wenden Sie sich an {merchant}.',
    },
    refunding: {
      title: 'Ihr Geld ist auf dem Rückweg',
      text: '{merchant} hat Ihre Zahlung zurückgesendet. Nun muss das Netzwerk das bestätigen.',
    },
    refunded: { title: 'Erstattet', text: '{merchant} hat Ihre Zahlung an Sie zurückgesendet.' },
    partly_refunded: {
      title: 'Bezahlt und zum Teil erstattet',
      text: '{merchant} hat Ihre Zahlung erhalten und einen Teil davon an Sie zurückgesendet.',
    },
    reversed: {
      title: 'Das Netzwerk hat Ihre Zahlung rückgängig gemacht',
      text: 'Ihre Transaktion gehört nicht mehr zur Geschichte des Netzwerks, und {merchant} hat Ihre Zahlung nicht mehr. Das ist sehr selten. Bitte sehen Sie in Ihrer Wallet nach und wenden Sie sich an {merchant}.',
    },
  },
  overpaid:
    'Sie haben {excess} mehr gesendet als nötig. Bitten Sie {merchant}, die Differenz an Sie zurückzusenden.',
  expiredAddress:
    'Falls Sie schon etwas gesendet haben, ist es nicht verloren: Sobald das Netzwerk es zeigt, erscheint es hier, und {merchant} entscheidet, ob es angenommen oder zurückgesendet wird.',
  underpaidAndLate: 'Es ist auch weniger als nötig: {received} statt {amount}.',
  noDescription: 'Zahlung',
  coins: 'Kryptowährungen',
  noCoins: 'Zurzeit wird keine Kryptowährung angeboten. Bitte versuchen Sie es später noch einmal.',
  otherCoin: 'Mit einer anderen Kryptowährung bezahlen',
  otherCoinHint:
    'Sie bekommen eine neue Adresse und einen neuen Preis. Tun Sie das nur, wenn Sie noch nichts gesendet haben.',
  renew: 'Neuen Preis holen',
  renewHint:
    'Sie bekommen eine neue Adresse und den jetzigen Preis in {coin}, gültig für {minutes} Minuten. Tun Sie das nur, wenn Sie noch nichts gesendet haben.',
  renewOffered: 'Sie können jetzt einen neuen Preis holen',
  noRenewal:
    'Für diese Zahlung gibt es keinen neuen Preis mehr. Zahlen Sie, bevor die Zeit um ist, oder beginnen Sie im Shop von vorn.',
  estimateHint: 'Beträge und Zeiten sind Schätzungen. Der Preis steht fest, sobald Sie wählen.',
  aboutMinutes: 'etwa {minutes} Min.',
  underAMinute: 'unter 1 Min.',
  amount: 'Betrag',
  address: 'Adresse',
  destinationTag: 'Destination-Tag',
  tagWarning:
    'Ihre Wallet muss auch das Destination-Tag senden. Ohne es lässt sich Ihre Zahlung nicht zuordnen.',
  networkWarning: 'Senden Sie nur {coin}, und nur im eigenen Netzwerk. Anderes kann verloren gehen.',
  qrCode: 'QR-Code mit Adresse und Betrag',
  openWallet: 'In Wallet öffnen',
  copy: 'Kopieren',
  copyAmount: 'Betrag kopieren',
  copyAddress: 'Adresse kopieren',
  copyTag: 'Destination-Tag kopieren',
  copied: 'Kopiert',
  timeLeft: 'Verbleibende Zeit',
  until: 'Zahlbar bis {time}',
  minutesLeft: 'Noch {minutes} Minuten Zeit zum Bezahlen',
  oneMinuteLeft: 'Noch eine Minute Zeit zum Bezahlen',
  progress: 'Fortschritt',
  stepWaiting: 'Warten auf Ihre Zahlung',
  stepSeen: 'Im Netzwerk gesehen',
  stepConfirmed: 'Vom Netzwerk bestätigt',
  stepPaid: 'Bezahlt',
  stepDone: 'erledigt',
  confirmations: 'Bestätigungen: {reached} von {required}',
  transactions: 'Transaktionen',
  transaction: 'Transaktion',
  testCoins: 'Mit Testmünzen bezahlen',
  testCoinsHint: 'Dies ist eine Testumgebung. Der Knopf spielt Ihre Wallet und sendet, was fehlt.',
  toMerchant: 'Zurück zu {merchant}',
  leave: 'Ohne Bezahlen zurück',
  redirecting: 'Sie werden zu {merchant} zurückgeleitet.',
  stay: 'Hier bleiben',
  keepAddress: 'Merken Sie sich die Adresse dieser Seite: Sie zeigt immer, wie es um die Zahlung steht.',
  reload: 'Aktualisieren',
  reloadHint: 'Ohne Skripte ändert sich diese Seite nicht von selbst.',
  offline: 'Keine Verbindung: Was Sie sehen, ist vielleicht veraltet. Neuer Versuch …',
  languages: 'Sprache',
  unknownTitle: 'Diese Zahlung gibt es nicht',
  unknown: 'Bitte prüfen Sie den Link, oder gehen Sie zurück zum Shop und beginnen Sie von vorn.',
  brokenTitle: 'Da ist etwas schiefgegangen',
  broken: 'Das liegt an uns, und es ist nichts verloren. Bitte versuchen Sie es gleich noch einmal.',
  busyTitle: 'Einen Augenblick, bitte',
  busy: 'Der Server ist gerade überlastet. Bitte versuchen Sie es in einigen Sekunden noch einmal.',
  faultPrice:
    'Für diese Kryptowährung gibt es gerade keinen Preis. Versuchen Sie es bald wieder, oder wählen Sie eine andere.',
  faultCoin: 'Diese Kryptowährung wird nicht angeboten. Bitte wählen Sie eine andere.',
  faultLimit:
    'Für diese Zahlung wurde schon so oft eine Kryptowährung gewählt, wie es möglich ist. Bitte zahlen Sie mit der unten genannten, oder gehen Sie zurück zum Shop und beginnen Sie von vorn.',
  refundAddress: 'Erstattungsadresse',
  refundAddressHint:
    'Falls {merchant} Ihre Zahlung in {coin} zurückschickt: wohin? Geben Sie eine Adresse Ihrer eigenen Wallet an. Sie lässt sich hier danach nicht mehr ändern.',
  refundAddressLabel: 'Ihre {coin}-Adresse',
  refundTagLabel: 'Destination-Tag, falls Ihre Wallet oder Börse Ihnen eines gegeben hat',
  refundAddressButton: 'Adresse speichern',
  refundAddressGiven: 'Wenn {merchant} Ihre Zahlung zurückschickt, geht sie an diese Adresse:',
  faultRefundAddress:
    'Das ist keine Adresse dieser Kryptowährung, oder sie enthält einen Tippfehler. Bitte prüfen Sie sie.',
  faultLegacyAddress:
    'Diese ältere Adressform ist bei Bitcoin und Bitcoin Cash dieselbe, das Geld könnte verloren gehen. Bitte geben Sie die Adresse in der Form an, die mit bitcoincash: beginnt.',
  locale: 'de-DE',
};
