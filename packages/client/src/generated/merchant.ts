// Made from the OpenAPI document by scripts/client-types.ts; a test tells when it is stale.

export interface MerchantApi {
  /** Acquire an access token */
  'POST /oauth/token': {
    query?: {
      readonly grant_type?: string | number;
      readonly scope?: string | number;
    };
    answer: {
      readonly access_token: string;
      readonly token_type: 'bearer';
      /** Lifetime in milliseconds */
      readonly expires_in: number;
      /** Space-separated */
      readonly scope: string;
      readonly psp_id: number;
      /** Identifier of the token */
      readonly jti: string;
    };
  };
  /** Current market rate */
  'POST /rates/{currencyPairCode}': {
    path: {
      /** BTCEUR, BCHEUR, LTCEUR, ETHEUR, XRPEUR */
      readonly currencyPairCode: string | number;
    };
    answer: {
      /** Euros that one coin costs, spread included */
      readonly buy_price: number;
      readonly currency_pair: 'BTCEUR' | 'BCHEUR' | 'LTCEUR' | 'ETHEUR' | 'XRPEUR';
      /** Euros that one coin brings, spread deducted */
      readonly sell_price: number;
    };
  };
  /** Current market rate */
  'GET /rates/{currencyPairCode}': {
    path: {
      /** BTCEUR, BCHEUR, LTCEUR, ETHEUR, XRPEUR */
      readonly currencyPairCode: string | number;
    };
    answer: {
      /** Euros that one coin costs, spread included */
      readonly buy_price: number;
      readonly currency_pair: 'BTCEUR' | 'BCHEUR' | 'LTCEUR' | 'ETHEUR' | 'XRPEUR';
      /** Euros that one coin brings, spread deducted */
      readonly sell_price: number;
    };
  };
  /** Best rate for withdraw transactions */
  'POST /rates/{currencyPairCode}/withdraw': {
    path: {
      /** BTCEUR, BCHEUR, LTCEUR, ETHEUR, XRPEUR */
      readonly currencyPairCode: string | number;
    };
    answer: {
      readonly currency_pair: 'BTCEUR' | 'BCHEUR' | 'LTCEUR' | 'ETHEUR' | 'XRPEUR';
      /** Euros that one coin costs, spread included */
      readonly buy_price: number;
    };
  };
  /** Best rate for withdraw transactions */
  'GET /rates/{currencyPairCode}/withdraw': {
    path: {
      /** BTCEUR, BCHEUR, LTCEUR, ETHEUR, XRPEUR */
      readonly currencyPairCode: string | number;
    };
    answer: {
      readonly currency_pair: 'BTCEUR' | 'BCHEUR' | 'LTCEUR' | 'ETHEUR' | 'XRPEUR';
      /** Euros that one coin costs, spread included */
      readonly buy_price: number;
    };
  };
  /** Best rate for deposit transactions */
  'POST /rates/{currencyPairCode}/deposit': {
    path: {
      /** BTCEUR, BCHEUR, LTCEUR, ETHEUR, XRPEUR */
      readonly currencyPairCode: string | number;
    };
    answer: {
      readonly currency_pair: 'BTCEUR' | 'BCHEUR' | 'LTCEUR' | 'ETHEUR' | 'XRPEUR';
      /** Euros that one coin brings, spread deducted */
      readonly sell_price: number;
    };
  };
  /** Best rate for deposit transactions */
  'GET /rates/{currencyPairCode}/deposit': {
    path: {
      /** BTCEUR, BCHEUR, LTCEUR, ETHEUR, XRPEUR */
      readonly currencyPairCode: string | number;
    };
    answer: {
      readonly currency_pair: 'BTCEUR' | 'BCHEUR' | 'LTCEUR' | 'ETHEUR' | 'XRPEUR';
      /** Euros that one coin brings, spread deducted */
      readonly sell_price: number;
    };
  };
  /** Course of a rate */
  'GET /rates/{currencyPairCode}/history': {
    path: {
      /** BTCEUR, BCHEUR, LTCEUR, ETHEUR, XRPEUR */
      readonly currencyPairCode: string | number;
    };
    query?: {
      /** RFC 3339; 288 steps before to by default */
      readonly from?: string | number;
      /** RFC 3339; now by default */
      readonly to?: string | number;
      /** Seconds between two points */
      readonly step?: 60 | 300 | 3600 | 86400;
    };
    answer: {
      readonly currency_pair: 'BTCEUR' | 'BCHEUR' | 'LTCEUR' | 'ETHEUR' | 'XRPEUR';
      /** Seconds */
      readonly step: number;
      readonly points: readonly ({
        /** When the step begins */
        readonly time: string;
        /** Euros for one coin, without spread */
        readonly open: string;
        /** Euros for one coin, without spread */
        readonly high: string;
        /** Euros for one coin, without spread */
        readonly low: string;
        /** Euros for one coin, without spread */
        readonly close: string;
      })[];
    };
  };
  /** Read the balances */
  'GET /balances': {
    query?: {
      /** The same as an Accept header */
      readonly format?: 'json' | 'csv';
    };
    answer: readonly ({
      /** EUR or the code of a coin */
      readonly currency_code: 'EUR' | 'BTC' | 'BCH' | 'LTC' | 'ETH' | 'XRP';
      /** What can be spent now */
      readonly balance: string;
      /** Received and not settled, or more than was due, as of an overpaid payment */
      readonly held: string;
      /** Set aside for the network fees of payouts that are not done */
      readonly reserved: string;
      /** Seen on the chain for payments and deposits and not credited yet; not part of the ledger, and it may still disappear */
      readonly pending: string;
    })[];
  };
  /** Read the statement */
  'GET /ledger': {
    query?: {
      /** EUR or the code of a coin */
      readonly currency_code?: 'EUR' | 'BTC' | 'BCH' | 'LTC' | 'ETH' | 'XRP';
      /** From this moment on */
      readonly from?: string | number;
      /** Before this moment */
      readonly to?: string | number;
      readonly limit?: number;
      /** The same as an Accept header */
      readonly format?: 'json' | 'csv';
      /** From the Link header of the page before */
      readonly cursor?: string | number;
    };
    answer: readonly ({
      /** RFC 3339, UTC */
      readonly created_at: string;
      /** The entries of one movement share it */
      readonly movement_id: string;
      /** What moved the money: order, … */
      readonly kind: string;
      /** The id of that order, payment, … */
      readonly reference: string;
      /** EUR or the code of a coin */
      readonly currency_code: 'EUR' | 'BTC' | 'BCH' | 'LTC' | 'ETH' | 'XRP';
      /** Negative where it was taken */
      readonly amount: string;
      readonly balance_after: string;
    })[];
  };
  /** Create a conversion */
  'POST /conversions': {
    body: {
      /** BTCEUR, BCHEUR, LTCEUR, ETHEUR, XRPEUR */
      readonly currency_pair: string;
      /** WITHDRAW buys coins for euros, DEPOSIT sells coins for euros */
      readonly transaction_type: 'DEPOSIT' | 'WITHDRAW';
      /** a decimal, as text or as a number */
      readonly cryptocurrency_amount?: string | number;
      /** a decimal, as text or as a number */
      readonly money_amount?: string | number;
    };
    answer: {
      readonly cryptocurrency_amount: string;
      /** Euros */
      readonly transaction_total: string;
      /** For one order or withdrawal */
      readonly conversion_token: string;
      /** RFC 3339, UTC; 60 s from now */
      readonly conversion_token_expiration_time: string;
    };
  };
  /** Create an order */
  'POST /orders': {
    body: {
      readonly orderData: {
        /** Of POST /conversions */
        readonly conversion_token: string;
        readonly customer_details: {
          /** The merchant’s own name for the customer */
          readonly customer_reference_id: string;
          readonly customer_first_name: string;
          readonly customer_last_name: string;
          readonly customer_email_address: string;
          /** IPv4 or IPv6 */
          readonly customer_ip_address: string;
        };
        /** The merchant’s own notes, which lists can be searched by: up to 16 keys of up to 40 characters, with texts of up to 500. Customers never see them. */
        readonly metadata?: Readonly<Record<string, string>>;
      };
    };
    answer: {
      readonly order_id: string;
      readonly order_type: 'DEPOSIT' | 'WITHDRAW';
      /** CREATED → PROCESSING → COMPLETED or FAILED; CREATED → FAILED; COMPLETED → REVERSED */
      readonly order_status: 'CREATED' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'REVERSED';
    };
  };
  /** List orders */
  'GET /orders': {
    query?: {
      /** CREATED → PROCESSING → COMPLETED or FAILED; CREATED → FAILED; COMPLETED → REVERSED */
      readonly status?: 'CREATED' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'REVERSED';
      readonly customer_reference_id?: string | number;
      /** Only what has this value under this key of its metadata; may be given for several keys */
      readonly 'metadata[key]'?: string | number;
      /** Made from this moment on */
      readonly from?: string | number;
      /** Made before this moment */
      readonly to?: string | number;
      readonly limit?: number;
      /** The same as an Accept header */
      readonly format?: 'json' | 'csv';
      /** From the Link header of the page before */
      readonly cursor?: string | number;
    };
    answer: readonly ({
      readonly order_id: string;
      /** CREATED → PROCESSING → COMPLETED or FAILED; CREATED → FAILED; COMPLETED → REVERSED */
      readonly order_status: 'CREATED' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'REVERSED';
      readonly order_type: 'DEPOSIT' | 'WITHDRAW';
      readonly currency_pair: string;
      readonly order_amount: string | null;
      readonly order_total: string | null;
      readonly customer_details: {
        readonly customer_reference_id: string | null;
        readonly customer_first_name: string | null;
        readonly customer_last_name: string | null;
        readonly customer_email_address: string | null;
        readonly customer_ip_address: string | null;
      } | null;
      readonly customer_wallet_address: string | null;
      readonly destination_tag: string | null;
      readonly blockchain_transaction_id: string | null;
      readonly payment_reference_id: string | null;
      readonly network_fee: string | null;
      /** As it was given */
      readonly metadata: Readonly<Record<string, string>>;
      readonly order_hold: 'approval' | 'screening' | null;
      /** RFC 3339, UTC */
      readonly created_at: string;
      /** RFC 3339, UTC */
      readonly updated_at: string;
    })[];
  };
  /** Read an order */
  'GET /orders/{orderId}': {
    path: {
      readonly orderId: string | number;
    };
    answer: {
      readonly order_id: string;
      /** CREATED → PROCESSING → COMPLETED or FAILED; CREATED → FAILED; COMPLETED → REVERSED */
      readonly order_status: 'CREATED' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'REVERSED';
      readonly order_type: 'DEPOSIT' | 'WITHDRAW';
      readonly currency_pair: string;
      readonly order_amount: string | null;
      readonly order_total: string | null;
      readonly customer_details: {
        readonly customer_reference_id: string | null;
        readonly customer_first_name: string | null;
        readonly customer_last_name: string | null;
        readonly customer_email_address: string | null;
        readonly customer_ip_address: string | null;
      } | null;
      readonly customer_wallet_address: string | null;
      readonly destination_tag: string | null;
      readonly blockchain_transaction_id: string | null;
      readonly payment_reference_id: string | null;
      readonly network_fee: string | null;
      /** As it was given */
      readonly metadata: Readonly<Record<string, string>>;
      readonly order_hold: 'approval' | 'screening' | null;
      /** RFC 3339, UTC */
      readonly created_at: string;
      /** RFC 3339, UTC */
      readonly updated_at: string;
    };
  };
  /** Create a withdrawal */
  'POST /withdrawals': {
    body: {
      readonly withdrawalData: {
        /** Of POST /conversions with transaction_type WITHDRAW */
        readonly conversion_token: string;
        /** An address of the quote’s coin and of this network */
        readonly customer_wallet_address: string;
        /** a whole number below 4294967296; for XRP alone; an empty text counts as none where the coin has no tags */
        readonly destination_tag?: string | number | null;
        readonly customer_details: {
          /** The merchant’s own name for the customer */
          readonly customer_reference_id: string;
          readonly customer_first_name: string;
          readonly customer_last_name: string;
          readonly customer_email_address: string;
          /** IPv4 or IPv6 */
          readonly customer_ip_address: string;
        };
        /** The merchant’s own notes, which lists can be searched by: up to 16 keys of up to 40 characters, with texts of up to 500. Customers never see them. */
        readonly metadata?: Readonly<Record<string, string>>;
      };
    };
    answer: {
      readonly order_id: string;
      readonly order_type: string;
      /** PROCESSING until the transaction has its confirmations; CREATED while it waits for approval */
      readonly order_status: string;
      readonly order_hold: 'approval' | 'screening' | null;
      /** Euros, an estimate; null where the provider pays it */
      readonly network_fee: string | null;
    };
  };
  /** Get a deposit address */
  'POST /deposit/address/{cryptocurrencyCode}': {
    path: {
      /** BTC, BCH, LTC, ETH, XRP */
      readonly cryptocurrencyCode: string | number;
    };
    body: {
      /** The same as in the path */
      readonly cryptocurrency_code?: string;
      readonly customer_details: {
        /** The merchant’s own name for the customer */
        readonly customer_reference_id: string;
        readonly customer_first_name: string;
        readonly customer_last_name: string;
        readonly customer_email_address: string;
        /** IPv4 or IPv6 */
        readonly customer_ip_address?: string;
      };
    };
    answer: {
      readonly customer_deposit_wallet_address_id: string;
      readonly customer_deposit_wallet_address: string;
      /** Only where the coin has them: whoever sends must give it */
      readonly destination_tag?: string;
      readonly cryptocurrency_code: string;
    };
  };
  /** Create a payment with a hosted page */
  'POST /payments/hosted': {
    body: {
      readonly currency_code: 'EUR';
      /** a decimal, as text or as a number */
      readonly payment_amount: string | number;
      /** The merchant’s own name for the payment; need not be unique, unless the provider was asked for it */
      readonly payment_reference: string;
      readonly customer_details: {
        /** The merchant’s own name for the customer */
        readonly customer_reference_id: string;
        readonly customer_first_name: string;
        readonly customer_last_name: string;
        readonly customer_email_address: string;
        /** IPv4 or IPv6 */
        readonly customer_ip_address: string;
      };
      /** Shown to the customer */
      readonly merchant_name: string;
      /** Shown to the customer */
      readonly payment_description: string;
      /** The merchant’s own notes, which lists can be searched by: up to 16 keys of up to 40 characters, with texts of up to 500. Customers never see them. */
      readonly metadata?: Readonly<Record<string, string>>;
      /** Begins with https:// or http://, without a user name or a password */
      readonly success_return_url?: string;
      /** Begins with https:// or http://, without a user name or a password */
      readonly failure_return_url?: string;
    };
    answer: {
      /** Euros */
      readonly payment_amount: string;
      readonly currency_code: 'EUR';
      /** NEW until a coin is chosen, then PENDING, CONFIRMING when enough coins were seen, PAID. EXPIRED without coins that are worth a cent, UNRESOLVED where they were too few or late. */
      readonly payment_status: 'NEW' | 'PENDING' | 'CONFIRMING' | 'PAID' | 'UNRESOLVED' | 'EXPIRED' | 'REFUNDING' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'REVERSED';
      readonly payment_description: string;
      /** RFC 3339, UTC; a coin has to be chosen before, 60 min from now */
      readonly payment_expiration_timestamp: string;
      /** Ours; stands in paths */
      readonly payment_reference_id: string;
      /** As it was given */
      readonly metadata: Readonly<Record<string, string>>;
      /** Where the customer pays */
      readonly payment_url: string;
    };
  };
  /** Create a payment */
  'POST /payments': {
    body: {
      readonly currency_code: 'EUR';
      /** a decimal, as text or as a number */
      readonly payment_amount: string | number;
      /** The merchant’s own name for the payment; need not be unique, unless the provider was asked for it */
      readonly payment_reference: string;
      readonly customer_details: {
        /** The merchant’s own name for the customer */
        readonly customer_reference_id: string;
        readonly customer_first_name: string;
        readonly customer_last_name: string;
        readonly customer_email_address: string;
        /** IPv4 or IPv6 */
        readonly customer_ip_address: string;
      };
      /** Shown to the customer */
      readonly merchant_name: string;
      /** Shown to the customer */
      readonly payment_description: string;
      /** The merchant’s own notes, which lists can be searched by: up to 16 keys of up to 40 characters, with texts of up to 500. Customers never see them. */
      readonly metadata?: Readonly<Record<string, string>>;
      /** Begins with https:// or http://, without a user name or a password */
      readonly success_return_url: string;
      /** Begins with https:// or http://, without a user name or a password */
      readonly failure_return_url: string;
    };
    answer: {
      /** Euros */
      readonly payment_amount: string;
      readonly currency_code: 'EUR';
      /** NEW until a coin is chosen, then PENDING, CONFIRMING when enough coins were seen, PAID. EXPIRED without coins that are worth a cent, UNRESOLVED where they were too few or late. */
      readonly payment_status: 'NEW' | 'PENDING' | 'CONFIRMING' | 'PAID' | 'UNRESOLVED' | 'EXPIRED' | 'REFUNDING' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'REVERSED';
      readonly payment_description: string;
      /** RFC 3339, UTC; a coin has to be chosen before, 60 min from now */
      readonly payment_expiration_timestamp: string;
      /** Ours; stands in paths */
      readonly payment_reference_id: string;
      /** As it was given */
      readonly metadata: Readonly<Record<string, string>>;
      readonly supported_payment_methods: readonly ({
        readonly cryptocurrency_name: string;
        /** BTC, BCH, LTC, ETH, XRP */
        readonly cryptocurrency_code: string;
      })[];
    };
  };
  /** List payments */
  'GET /payments': {
    query?: {
      readonly payment_status?: 'NEW' | 'PENDING' | 'CONFIRMING' | 'PAID' | 'UNRESOLVED' | 'EXPIRED' | 'REFUNDING' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'REVERSED';
      readonly payment_exception?: 'UNDERPAID' | 'OVERPAID' | 'LATE';
      readonly payment_reference?: string | number;
      readonly customer_reference_id?: string | number;
      readonly cryptocurrency_code?: 'BTC' | 'BCH' | 'LTC' | 'ETH' | 'XRP';
      /** Only what has this value under this key of its metadata; may be given for several keys */
      readonly 'metadata[key]'?: string | number;
      /** Made from this moment on */
      readonly from?: string | number;
      /** Made before this moment */
      readonly to?: string | number;
      readonly limit?: number;
      /** The same as an Accept header */
      readonly format?: 'json' | 'csv';
      /** From the Link header of the page before */
      readonly cursor?: string | number;
    };
    answer: readonly ({
      /** Ours; stands in paths */
      readonly payment_reference_id: string;
      /** The merchant’s own */
      readonly payment_reference: string;
      readonly payment_status: 'NEW' | 'PENDING' | 'CONFIRMING' | 'PAID' | 'UNRESOLVED' | 'EXPIRED' | 'REFUNDING' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'REVERSED';
      readonly payment_exceptions: readonly ('UNDERPAID' | 'OVERPAID' | 'LATE')[];
      readonly currency_code: 'EUR';
      /** Euros */
      readonly payment_amount: string;
      readonly payment_total: string | null;
      readonly cryptocurrency_code: string | null;
      readonly cryptocurrency_amount: string | null;
      readonly payment_cryptocurrency_address: string | null;
      readonly destination_tag: string | null;
      readonly blockchain_transaction_id: string | null;
      readonly order_id: string | null;
      readonly merchant_name: string;
      readonly payment_description: string;
      readonly customer_details: {
        readonly customer_reference_id: string | null;
        readonly customer_first_name: string | null;
        readonly customer_last_name: string | null;
        readonly customer_email_address: string | null;
        readonly customer_ip_address: string | null;
      };
      /** As it was given */
      readonly metadata: Readonly<Record<string, string>>;
      /** RFC 3339, UTC */
      readonly payment_expiration_timestamp: string;
      readonly payment_cancelled_at: string | null;
      /** RFC 3339, UTC */
      readonly created_at: string;
      /** RFC 3339, UTC */
      readonly updated_at: string;
    })[];
  };
  /** Choose the cryptocurrency of a payment */
  'POST /payments/{paymentReferenceId}/conversion': {
    path: {
      readonly paymentReferenceId: string | number;
    };
    body: {
      /** BTC, BCH, LTC, ETH, XRP */
      readonly cryptocurrency_code: string;
    };
    answer: {
      readonly payment_reference_number: string;
      readonly payment_currency: 'EUR';
      /** Euros */
      readonly payment_amount: string;
      readonly cryptocurrency_amount: string | null;
      readonly merchant_name: string;
      /** NEW until a coin is chosen, then PENDING, CONFIRMING when enough coins were seen, PAID. EXPIRED without coins that are worth a cent, UNRESOLVED where they were too few or late. */
      readonly payment_status: 'NEW' | 'PENDING' | 'CONFIRMING' | 'PAID' | 'UNRESOLVED' | 'EXPIRED' | 'REFUNDING' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'REVERSED';
      readonly cryptocurrency_code: string | null;
      readonly payment_cryptocurrency_address: string | null;
      readonly destination_tag: string | null;
      readonly payment_uri: string | null;
      /** What is left of the time to pay, or to choose a coin */
      readonly payment_expire_duration_seconds: number;
    };
  };
  /** Read a payment */
  'GET /payments/{paymentReferenceId}': {
    path: {
      readonly paymentReferenceId: string | number;
    };
    answer: {
      readonly payment_reference_number: string;
      readonly payment_currency: 'EUR';
      /** Euros */
      readonly payment_amount: string;
      readonly cryptocurrency_amount: string | null;
      readonly merchant_name: string;
      /** NEW until a coin is chosen, then PENDING, CONFIRMING when enough coins were seen, PAID. EXPIRED without coins that are worth a cent, UNRESOLVED where they were too few or late. */
      readonly payment_status: 'NEW' | 'PENDING' | 'CONFIRMING' | 'PAID' | 'UNRESOLVED' | 'EXPIRED' | 'REFUNDING' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'REVERSED';
      readonly cryptocurrency_code: string | null;
      readonly payment_cryptocurrency_address: string | null;
      readonly destination_tag: string | null;
      readonly payment_uri: string | null;
      /** What is left of the time to pay, or to choose a coin */
      readonly payment_expire_duration_seconds: number;
      readonly success_return_url: string | null;
      readonly failure_return_url: string | null;
      readonly payment_refundable_status: 'REFUNDABLE' | 'NOT_REFUNDABLE' | 'REFUNDED';
      readonly refundable_amount: string | null;
      readonly payment_acceptable_status: 'ACCEPTABLE' | 'NOT_ACCEPTABLE' | 'ACCEPTED';
      readonly acceptable_amount: string | null;
      readonly refund_address: string | null;
      readonly refund_destination_tag: string | null;
      /** The merchant’s own */
      readonly payment_reference: string;
      /** Why it is not simply what was asked for; within the tolerance (0.5 % unless the payment policy says otherwise) it counts as exact */
      readonly payment_exceptions: readonly ('UNDERPAID' | 'OVERPAID' | 'LATE')[];
      readonly payment_cancelled_at: string | null;
      /** As it was given */
      readonly metadata: Readonly<Record<string, string>>;
      readonly received_cryptocurrency_amount: string | null;
      readonly transactions: readonly ({
        readonly blockchain_transaction_id: string;
        readonly cryptocurrency_amount: string;
        readonly confirmations: number;
        readonly required_confirmations: number;
        /** RFC 3339, UTC */
        readonly first_seen_at: string;
      })[];
    };
  };
  /** State where the coins of a payment would be sent back to */
  'POST /payments/{paymentReferenceId}/refund-address': {
    path: {
      readonly paymentReferenceId: string | number;
    };
    body: {
      /** Of the coin that was chosen */
      readonly refund_address: string;
      /** For XRP, where the receiver has one; an empty text counts as none where the coin has no tags */
      readonly destination_tag?: string | number | null;
    };
    answer: {
      readonly payment_reference_id: string;
      readonly refund_address: string;
      readonly refund_destination_tag: string | null;
    };
  };
  /** Accept a payment */
  'POST /payments/{paymentReferenceId}/accept': {
    path: {
      readonly paymentReferenceId: string | number;
    };
    answer: {
      readonly payment_currency_code: 'EUR';
      /** Euros that were credited */
      readonly payment_total: string;
      /** Coins that were sold for them */
      readonly payment_cryptocurrency_amount: string;
      /** BTC, BCH, LTC, ETH, XRP */
      readonly payment_cryptocurrency: string;
      readonly payment_address: string;
      /** The first that paid */
      readonly blockchain_transaction_id: string;
    };
  };
  /** Read the policy of one’s payments */
  'GET /payment-policy': {
    answer: {
      /** How long a coin can be chosen */
      readonly minutes_to_choose: number;
      /** How long the price of a chosen coin is locked */
      readonly minutes_to_pay: number;
      /** Hundredths of a per cent by which coins may miss the amount and still count. The merchant is credited what came; what is over the amount by more than 0.5 % can be refunded all the same. */
      readonly tolerance_bps: number;
      /** What happens by itself to a payment that got too little, once its coins are confirmed: wait for the merchant, accept them at the present rate, or send them back to the refund address that was stated for it. */
      readonly when_underpaid: 'wait' | 'accept' | 'refund';
      /** What happens by itself to a payment whose coins came late, once its coins are confirmed: wait for the merchant, accept them at the present rate, or send them back to the refund address that was stated for it. */
      readonly when_late: 'wait' | 'accept' | 'refund';
      /** Whether the hosted page asks the customer of an unresolved payment for a refund address */
      readonly customer_refund_address: boolean;
    };
  };
  /** Set the policy of one’s payments */
  'PUT /payment-policy': {
    body: {
      /** How long a coin can be chosen */
      readonly minutes_to_choose?: number;
      /** How long the price of a chosen coin is locked */
      readonly minutes_to_pay?: number;
      /** Hundredths of a per cent by which coins may miss the amount and still count. The merchant is credited what came; what is over the amount by more than 0.5 % can be refunded all the same. */
      readonly tolerance_bps?: number;
      /** What happens by itself to a payment that got too little, once its coins are confirmed: wait for the merchant, accept them at the present rate, or send them back to the refund address that was stated for it. */
      readonly when_underpaid?: 'wait' | 'accept' | 'refund';
      /** What happens by itself to a payment whose coins came late, once its coins are confirmed: wait for the merchant, accept them at the present rate, or send them back to the refund address that was stated for it. */
      readonly when_late?: 'wait' | 'accept' | 'refund';
      /** Whether the hosted page asks the customer of an unresolved payment for a refund address */
      readonly customer_refund_address?: boolean;
    };
    answer: {
      /** How long a coin can be chosen */
      readonly minutes_to_choose: number;
      /** How long the price of a chosen coin is locked */
      readonly minutes_to_pay: number;
      /** Hundredths of a per cent by which coins may miss the amount and still count. The merchant is credited what came; what is over the amount by more than 0.5 % can be refunded all the same. */
      readonly tolerance_bps: number;
      /** What happens by itself to a payment that got too little, once its coins are confirmed: wait for the merchant, accept them at the present rate, or send them back to the refund address that was stated for it. */
      readonly when_underpaid: 'wait' | 'accept' | 'refund';
      /** What happens by itself to a payment whose coins came late, once its coins are confirmed: wait for the merchant, accept them at the present rate, or send them back to the refund address that was stated for it. */
      readonly when_late: 'wait' | 'accept' | 'refund';
      /** Whether the hosted page asks the customer of an unresolved payment for a refund address */
      readonly customer_refund_address: boolean;
    };
  };
  /** Cancel a payment */
  'POST /payments/{paymentReferenceId}/cancel': {
    path: {
      readonly paymentReferenceId: string | number;
    };
    answer: {
      readonly payment_reference_id: string;
      /** The merchant’s own */
      readonly payment_reference: string;
      /** NEW until a coin is chosen, then PENDING, CONFIRMING when enough coins were seen, PAID. EXPIRED without coins that are worth a cent, UNRESOLVED where they were too few or late. */
      readonly payment_status: 'NEW' | 'PENDING' | 'CONFIRMING' | 'PAID' | 'UNRESOLVED' | 'EXPIRED' | 'REFUNDING' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'REVERSED';
      readonly payment_cancelled_at: string | null;
    };
  };
  /** Refund a payment */
  'POST /payments/{paymentReferenceId}/refund': {
    path: {
      readonly paymentReferenceId: string | number;
    };
    body: {
      /** Of the coin that the customer paid with */
      readonly refund_address: string;
      /** For XRP, where the receiver has one; an empty text counts as none where the coin has no tags */
      readonly destination_tag?: string | number | null;
      readonly refund_reason: string;
      /** a decimal, as text or as a number */
      readonly refund_amount?: string | number;
    };
    answer: {
      readonly refund_id: string;
      /** Euros, before the network’s fee */
      readonly total_refund_amount: string;
      readonly payment_reference_id: string;
      readonly refund_address: string;
      readonly destination_tag: string | null;
      readonly refund_status: 'PROCESSING' | 'COMPLETED' | 'FAILED';
      readonly refund_cryptocurrency: string;
      /** What arrives */
      readonly refund_cryptocurrency_amount: string;
      /** The refund’s own order */
      readonly order_id: string;
      /** Euros that the merchant pays for sending, an estimate: 0.00 where the network’s fee is taken from the coins; null where the provider pays it */
      readonly network_fee: string | null;
    };
  };
  /** List refunds */
  'GET /refunds': {
    query?: {
      readonly refund_status?: 'PROCESSING' | 'COMPLETED' | 'FAILED';
      /** Made from this moment on */
      readonly from?: string | number;
      /** Made before this moment */
      readonly to?: string | number;
      readonly limit?: number;
      /** The same as an Accept header */
      readonly format?: 'json' | 'csv';
      /** From the Link header of the page before */
      readonly cursor?: string | number;
    };
    answer: readonly ({
      readonly refund_id: string;
      /** Euros, before the network’s fee */
      readonly total_refund_amount: string;
      readonly payment_reference_id: string;
      readonly refund_address: string;
      readonly destination_tag: string | null;
      readonly refund_status: 'PROCESSING' | 'COMPLETED' | 'FAILED';
      readonly refund_cryptocurrency: string;
      /** What arrives */
      readonly refund_cryptocurrency_amount: string;
      /** The refund’s own order */
      readonly order_id: string;
      /** Euros that the merchant pays for sending, an estimate: 0.00 where the network’s fee is taken from the coins; null where the provider pays it */
      readonly network_fee: string | null;
      readonly refund_reason: string;
      /** Coins that the network was left of those that were sent back */
      readonly refund_cryptocurrency_fee_amount: string;
      readonly blockchain_transaction_id: string | null;
      /** RFC 3339, UTC */
      readonly created_at: string;
      /** RFC 3339, UTC */
      readonly updated_at: string;
    })[];
  };
  /** List the refunds of a payment */
  'GET /payments/{paymentReferenceId}/refunds': {
    path: {
      readonly paymentReferenceId: string | number;
    };
    query?: {
      readonly refund_status?: 'PROCESSING' | 'COMPLETED' | 'FAILED';
      /** Made from this moment on */
      readonly from?: string | number;
      /** Made before this moment */
      readonly to?: string | number;
      readonly limit?: number;
      /** The same as an Accept header */
      readonly format?: 'json' | 'csv';
      /** From the Link header of the page before */
      readonly cursor?: string | number;
    };
    answer: readonly ({
      readonly refund_id: string;
      /** Euros, before the network’s fee */
      readonly total_refund_amount: string;
      readonly payment_reference_id: string;
      readonly refund_address: string;
      readonly destination_tag: string | null;
      readonly refund_status: 'PROCESSING' | 'COMPLETED' | 'FAILED';
      readonly refund_cryptocurrency: string;
      /** What arrives */
      readonly refund_cryptocurrency_amount: string;
      /** The refund’s own order */
      readonly order_id: string;
      /** Euros that the merchant pays for sending, an estimate: 0.00 where the network’s fee is taken from the coins; null where the provider pays it */
      readonly network_fee: string | null;
      readonly refund_reason: string;
      /** Coins that the network was left of those that were sent back */
      readonly refund_cryptocurrency_fee_amount: string;
      readonly blockchain_transaction_id: string | null;
      /** RFC 3339, UTC */
      readonly created_at: string;
      /** RFC 3339, UTC */
      readonly updated_at: string;
    })[];
  };
  /** Read a refund */
  'GET /refunds/{refundId}': {
    path: {
      readonly refundId: string | number;
    };
    answer: {
      readonly refund_id: string;
      /** Euros, before the network’s fee */
      readonly total_refund_amount: string;
      readonly payment_reference_id: string;
      readonly refund_address: string;
      readonly destination_tag: string | null;
      readonly refund_status: 'PROCESSING' | 'COMPLETED' | 'FAILED';
      readonly refund_cryptocurrency: string;
      /** What arrives */
      readonly refund_cryptocurrency_amount: string;
      /** The refund’s own order */
      readonly order_id: string;
      /** Euros that the merchant pays for sending, an estimate: 0.00 where the network’s fee is taken from the coins; null where the provider pays it */
      readonly network_fee: string | null;
      readonly refund_reason: string;
      /** Coins that the network was left of those that were sent back */
      readonly refund_cryptocurrency_fee_amount: string;
      readonly blockchain_transaction_id: string | null;
      /** RFC 3339, UTC */
      readonly created_at: string;
      /** RFC 3339, UTC */
      readonly updated_at: string;
    };
  };
  /** Register a webhook endpoint */
  'POST /webhooks': {
    body: {
      /** Where events are posted. In production https, and a public address. */
      readonly url: string;
    };
    answer: {
      readonly webhook_endpoint_id: string;
      readonly url: string;
      /** Checks the signatures. Shown this once. */
      readonly secret: string;
    };
  };
  /** List the webhook endpoints */
  'GET /webhooks': {
    answer: readonly ({
      readonly webhook_endpoint_id: string;
      readonly url: string;
      /** DISABLED after it answered 410, or was switched off */
      readonly status: 'ENABLED' | 'DISABLED';
      /** RFC 3339, UTC */
      readonly created_at: string;
      readonly disabled_at: string | null;
      readonly previous_secret_expires_at: string | null;
    })[];
  };
  /** Change a webhook endpoint */
  'PUT /webhooks/{id}': {
    path: {
      readonly id: string | number;
    };
    body: {
      /** Where events are posted. In production https, and a public address. */
      readonly url: string;
      /** DISABLED takes nothing until it is ENABLED */
      readonly status: 'ENABLED' | 'DISABLED';
    };
    answer: {
      readonly webhook_endpoint_id: string;
      readonly url: string;
      /** DISABLED after it answered 410, or was switched off */
      readonly status: 'ENABLED' | 'DISABLED';
      /** RFC 3339, UTC */
      readonly created_at: string;
      readonly disabled_at: string | null;
      readonly previous_secret_expires_at: string | null;
    };
  };
  /** Delete a webhook endpoint */
  'DELETE /webhooks/{id}': {
    path: {
      readonly id: string | number;
    };
    answer: {
      readonly webhook_endpoint_id: string;
    };
  };
  /** Give a webhook endpoint a new secret */
  'POST /webhooks/{id}/rotate': {
    path: {
      readonly id: string | number;
    };
    answer: {
      readonly webhook_endpoint_id: string;
      readonly url: string;
      /** The new one. Shown this once. */
      readonly secret: string;
      /** RFC 3339, UTC */
      readonly previous_secret_expires_at: string;
    };
  };
  /** Send a test event */
  'POST /webhooks/{id}/test': {
    path: {
      readonly id: string | number;
    };
    answer: {
      /** The webhook-id header of every attempt */
      readonly webhook_delivery_id: string;
      readonly webhook_endpoint_id: string;
      readonly url: string;
      readonly order_id: string | null;
      readonly event_type: string;
      readonly event_sequence: number | null;
      /** RFC 3339, UTC */
      readonly occurred_at: string;
      readonly status: 'PENDING' | 'DELIVERED' | 'FAILED' | 'CANCELLED';
      readonly next_attempt_at: string | null;
      readonly attempts: readonly ({
        /** RFC 3339, UTC */
        readonly attempted_at: string;
        readonly duration_ms: number;
        readonly response_status: number | null;
        /** null where a 2xx came in time; else unexpected_status, redirect_not_followed, timed_out, name_not_found, address_not_public, connection_refused, connection_lost, connection_failed, tls_failed or invalid_response */
        readonly error: string | null;
        readonly response_excerpt: string | null;
      })[];
    };
  };
  /** List deliveries with their attempts, newest first */
  'GET /webhooks/deliveries': {
    query?: {
      /** Only those of this order */
      readonly order_id?: string | number;
      /** Only those in this state */
      readonly status?: 'PENDING' | 'DELIVERED' | 'FAILED' | 'CANCELLED';
      readonly limit?: number;
      /** The same as an Accept header */
      readonly format?: 'json' | 'csv';
      /** From the Link header of the page before */
      readonly after?: string | number;
    };
    answer: readonly ({
      /** The webhook-id header of every attempt */
      readonly webhook_delivery_id: string;
      readonly webhook_endpoint_id: string;
      readonly url: string;
      readonly order_id: string | null;
      readonly event_type: string;
      readonly event_sequence: number | null;
      /** RFC 3339, UTC */
      readonly occurred_at: string;
      readonly status: 'PENDING' | 'DELIVERED' | 'FAILED' | 'CANCELLED';
      readonly next_attempt_at: string | null;
      readonly attempts: readonly ({
        /** RFC 3339, UTC */
        readonly attempted_at: string;
        readonly duration_ms: number;
        readonly response_status: number | null;
        /** null where a 2xx came in time; else unexpected_status, redirect_not_followed, timed_out, name_not_found, address_not_public, connection_refused, connection_lost, connection_failed, tls_failed or invalid_response */
        readonly error: string | null;
        readonly response_excerpt: string | null;
      })[];
    })[];
  };
  /** Send a delivery again */
  'POST /webhooks/deliveries/{id}/redeliver': {
    path: {
      readonly id: string | number;
    };
    answer: {
      /** The webhook-id header of every attempt */
      readonly webhook_delivery_id: string;
      readonly webhook_endpoint_id: string;
      readonly url: string;
      readonly order_id: string | null;
      readonly event_type: string;
      readonly event_sequence: number | null;
      /** RFC 3339, UTC */
      readonly occurred_at: string;
      readonly status: 'PENDING' | 'DELIVERED' | 'FAILED' | 'CANCELLED';
      readonly next_attempt_at: string | null;
      readonly attempts: readonly ({
        /** RFC 3339, UTC */
        readonly attempted_at: string;
        readonly duration_ms: number;
        readonly response_status: number | null;
        /** null where a 2xx came in time; else unexpected_status, redirect_not_followed, timed_out, name_not_found, address_not_public, connection_refused, connection_lost, connection_failed, tls_failed or invalid_response */
        readonly error: string | null;
        readonly response_excerpt: string | null;
      })[];
    };
  };
  /** Read what happened */
  'GET /events': {
    query?: {
      /** From the Link header of the answer before; left out, from the oldest event that is kept */
      readonly since?: string | number;
      readonly limit?: number;
      /** The same as an Accept header */
      readonly format?: 'json' | 'csv';
    };
    answer: readonly ({
      readonly order_id: string | null;
      readonly order_status: string | null;
      readonly order_transaction_type: string | null;
      readonly currency_pair: string | null;
      readonly cryptocurrency_amount: string | null;
      readonly order_total: string | null;
      readonly customer_details: {
        readonly customer_reference_id: string | null;
        readonly customer_first_name: string | null;
        readonly customer_last_name: string | null;
        readonly customer_email_address: string | null;
        readonly customer_ip_address: string | null;
      } | null;
      readonly payment_address: string | null;
      readonly blockchain_transaction_id: string | null;
      readonly payment_reference_id: string | null;
      readonly payment_status: string | null;
      readonly network_fee: string | null;
      /** order. and the status in small letters; payment.expired, payment.cancelled */
      readonly event_type: string;
      readonly event_sequence: number | null;
      /** RFC 3339, UTC */
      readonly occurred_at: string;
    })[];
  };
  /** List customers */
  'GET /customers': {
    query?: {
      readonly limit?: number;
      /** The same as an Accept header */
      readonly format?: 'json' | 'csv';
      /** From the Link header of the page before */
      readonly cursor?: string | number;
    };
    answer: readonly ({
      readonly customer_reference_id: string;
      readonly customer_first_name: string | null;
      readonly customer_last_name: string | null;
      readonly customer_email_address: string | null;
      readonly customer_ip_address: string | null;
      /** RFC 3339, UTC */
      readonly first_seen_at: string;
      /** RFC 3339, UTC */
      readonly last_seen_at: string;
    })[];
  };
  /** Read a customer */
  'GET /customers/{customerReferenceId}': {
    path: {
      /** The merchant’s own name for the customer */
      readonly customerReferenceId: string | number;
    };
    answer: {
      readonly customer_reference_id: string;
      readonly customer_first_name: string | null;
      readonly customer_last_name: string | null;
      readonly customer_email_address: string | null;
      readonly customer_ip_address: string | null;
      /** RFC 3339, UTC */
      readonly first_seen_at: string;
      /** RFC 3339, UTC */
      readonly last_seen_at: string;
      readonly deposit_addresses: readonly ({
        readonly customer_deposit_wallet_address_id: string;
        readonly customer_deposit_wallet_address: string;
        readonly destination_tag: string | null;
        readonly cryptocurrency_code: string;
        /** RFC 3339, UTC */
        readonly created_at: string;
      })[];
      readonly totals: {
        /** All that were asked for */
        readonly payment_count: number;
        readonly paid_payment_count: number;
        /** Euros: credited for payments */
        readonly payment_total: string;
        /** Euros: refunded */
        readonly refund_total: string;
        /** Orders that were completed */
        readonly order_count: number;
        readonly withdrawal_count: number;
        /** Euros: spent on withdrawals that were completed */
        readonly withdrawal_total: string;
        readonly deposit_count: number;
        /** Euros: credited for deposits that were sold */
        readonly deposit_total: string;
      };
    };
  };
  /** Erase a customer’s personal data */
  'DELETE /customers/{customerReferenceId}': {
    path: {
      /** The merchant’s own name for the customer */
      readonly customerReferenceId: string | number;
    };
    answer: {
      readonly customer_reference_id: string;
    };
  };
  /** Read what each day came to */
  'GET /reports/daily': {
    query?: {
      /** The first day, such as 2027-03-01; the same as to where it is left out */
      readonly from?: string | number;
      /** The last day, at most 366 days with the first; today where it is left out */
      readonly to?: string | number;
      readonly limit?: number;
      /** The same as an Accept header */
      readonly format?: 'json' | 'csv';
      /** From the Link header of the page before */
      readonly cursor?: string | number;
    };
    answer: readonly ({
      /** In UTC */
      readonly day: string;
      readonly cryptocurrency_code: 'BTC' | 'BCH' | 'LTC' | 'ETH' | 'XRP';
      readonly kind: 'trade' | 'withdrawal' | 'deposit' | 'payment' | 'refund';
      /** Made on that day, whatever became of them */
      readonly order_count: number;
      readonly completed_count: number;
      readonly failed_count: number;
      readonly reversed_count: number;
      /** Coins of those that were completed */
      readonly cryptocurrency_amount: string;
      /** Euros of those that were completed */
      readonly order_total: string;
      /** Coins that were left to the network, of refunds */
      readonly cryptocurrency_fee_amount: string;
      /** Euros that the merchant paid for transactions, also those that failed */
      readonly network_fee: string;
    })[];
  };
  /** Move the sandbox's clock forward */
  'POST /sandbox/clock/advance': {
    body: {
      /** At most a year at a time */
      readonly seconds: number;
    };
    answer: {
      /** What the service takes for the present */
      readonly now: string;
    };
  };
  /** Look at a simulated chain */
  'GET /sandbox/chains/{cryptocurrencyCode}': {
    path: {
      /** BTC, BCH, LTC, ETH or XRP */
      readonly cryptocurrencyCode: string | number;
    };
    answer: {
      readonly cryptocurrency_code: string;
      /** Of the newest block */
      readonly height: number;
      readonly hash: string;
      /** What a block takes at least, in the coin's smallest unit: per 1 000 virtual bytes (BTC, BCH, LTC; 60 sat/vB are 60000), per gas (ETH; 30 gwei are 30000000000), per transaction (XRP, in drops); 0: anything */
      readonly minimum_fee_rate: number;
      readonly mempool_count: number;
      /** The transactions that wait, the oldest first, at most 200 */
      readonly mempool: readonly ({
        readonly blockchain_transaction_id: string;
        readonly fee: string;
        /** RFC 3339, UTC */
        readonly first_seen_at: string;
        readonly outputs: readonly ({
          readonly address: string;
          readonly destination_tag: string | null;
          readonly cryptocurrency_amount: string;
        })[];
      })[];
    };
  };
  /** Send test coins, as a customer would */
  'POST /sandbox/chains/{cryptocurrencyCode}/send': {
    path: {
      /** BTC, BCH, LTC, ETH or XRP */
      readonly cryptocurrencyCode: string | number;
    };
    body: {
      /** Of the test network */
      readonly address: string;
      /** a destination tag, for XRP only */
      readonly destination_tag?: string | number | null;
      /** a decimal, as text or as a number */
      readonly cryptocurrency_amount: string | number;
      /** A transaction that waits; its coins are spent by this one instead */
      readonly replaces?: string;
      /** a decimal, as text or as a number */
      readonly fee?: string | number;
    };
    answer: {
      readonly blockchain_transaction_id: string;
      readonly cryptocurrency_code: string;
      readonly address: string;
      readonly destination_tag: string | null;
      readonly cryptocurrency_amount: string;
      readonly fee: string;
    };
  };
  /** Mine blocks */
  'POST /sandbox/chains/{cryptocurrencyCode}/mine': {
    path: {
      /** BTC, BCH, LTC, ETH or XRP */
      readonly cryptocurrencyCode: string | number;
    };
    body: {
      /** At most 1000 at a time */
      readonly blocks: number;
    };
    answer: {
      readonly cryptocurrency_code: string;
      /** Of the newest block */
      readonly height: number;
      readonly hash: string;
      /** The transactions of the first new block */
      readonly mined: readonly (string)[];
    };
  };
  /** Set what blocks take */
  'POST /sandbox/chains/{cryptocurrencyCode}/fee-rate': {
    path: {
      /** BTC, BCH, LTC, ETH or XRP */
      readonly cryptocurrencyCode: string | number;
    };
    body: {
      /** What a block takes at least, in the coin's smallest unit: per 1 000 virtual bytes (BTC, BCH, LTC; 60 sat/vB are 60000), per gas (ETH; 30 gwei are 30000000000), per transaction (XRP, in drops); 0: anything */
      readonly minimum_fee_rate: number;
    };
    answer: {
      readonly cryptocurrency_code: string;
      /** What a block takes at least, in the coin's smallest unit: per 1 000 virtual bytes (BTC, BCH, LTC; 60 sat/vB are 60000), per gas (ETH; 30 gwei are 30000000000), per transaction (XRP, in drops); 0: anything */
      readonly minimum_fee_rate: number;
    };
  };
  /** Reorganise a chain */
  'POST /sandbox/chains/{cryptocurrencyCode}/reorganise': {
    path: {
      /** BTC, BCH, LTC, ETH or XRP */
      readonly cryptocurrencyCode: string | number;
    };
    body: {
      /** How many blocks are replaced */
      readonly depth: number;
      /** Transactions of those blocks that do not wait for a new block, but vanish */
      readonly drop?: readonly (string)[];
    };
    answer: {
      readonly cryptocurrency_code: string;
      /** Of the newest block */
      readonly height: number;
      readonly hash: string;
      /** Transactions that wait again */
      readonly returned: readonly (string)[];
      /** Transactions that vanished, and those that spent their coins */
      readonly dropped: readonly (string)[];
    };
  };
}
