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
      /** Lifetime in **milliseconds**. OAuth libraries read seconds and would keep a dead token for 41 days: use `expires_at`. */
      readonly expires_in: number;
      /** RFC 3339, UTC */
      readonly expires_at: string;
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
      /** Buying price of one coin in euros, including the spread */
      readonly buy_price: number;
      readonly currency_pair: 'BTCEUR' | 'BCHEUR' | 'LTCEUR' | 'ETHEUR' | 'XRPEUR';
      /** Selling price of one coin in euros, less the spread */
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
      /** Buying price of one coin in euros, including the spread */
      readonly buy_price: number;
      readonly currency_pair: 'BTCEUR' | 'BCHEUR' | 'LTCEUR' | 'ETHEUR' | 'XRPEUR';
      /** Selling price of one coin in euros, less the spread */
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
      /** Buying price of one coin in euros, including the spread */
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
      /** Buying price of one coin in euros, including the spread */
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
      /** Selling price of one coin in euros, less the spread */
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
      /** Selling price of one coin in euros, less the spread */
      readonly sell_price: number;
    };
  };
  /** Rate history */
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
        /** Start of the step */
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
      /** Format of the list; takes precedence over the Accept header */
      readonly format?: 'json' | 'csv';
    };
    answer: readonly ({
      /** EUR or the code of a coin */
      readonly currency_code: 'EUR' | 'BTC' | 'BCH' | 'LTC' | 'ETH' | 'XRP';
      /** The available balance */
      readonly balance: string;
      /** Received and not settled yet, or an overpayment */
      readonly held: string;
      /** Reserved for network fees of open payouts and for open refund links */
      readonly reserved: string;
      /** Seen on the chain for payments and deposits and not credited yet. Not part of the ledger; it may still disappear */
      readonly pending: string;
      /** The debt of the PSP for payments and deposits that a chain took back after their money was spent; income settles it first */
      readonly owed: string;
    })[];
  };
  /** Read the statement */
  'GET /ledger': {
    query?: {
      /** EUR or the code of a coin */
      readonly currency_code?: 'EUR' | 'BTC' | 'BCH' | 'LTC' | 'ETH' | 'XRP';
      /** Start of the period, inclusive */
      readonly from?: string | number;
      /** End of the period, exclusive */
      readonly to?: string | number;
      readonly limit?: number;
      /** Format of the list; takes precedence over the Accept header */
      readonly format?: 'json' | 'csv';
      /** From the Link header of the previous page */
      readonly cursor?: string | number;
    };
    answer: readonly ({
      /** RFC 3339, UTC */
      readonly created_at: string;
      /** Id shared by all entries of one movement */
      readonly movement_id: string;
      /** The kind of movement: order, … */
      readonly kind: string;
      /** The id of that order, payment, … */
      readonly reference: string;
      /** EUR or the code of a coin */
      readonly currency_code: 'EUR' | 'BTC' | 'BCH' | 'LTC' | 'ETH' | 'XRP';
      /** Negative for a debit */
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
      /** A decimal, as text or as a number */
      readonly cryptocurrency_amount?: string | number;
      /** A decimal, as text or as a number */
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
        /** The merchant’s own notes, searchable in lists: up to 16 keys of up to 40 characters, with texts of up to 500. Customers never see them. */
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
      /** Only objects with this value for this metadata key; may be given for several keys */
      readonly 'metadata[key]'?: string | number;
      /** Created at or after this time */
      readonly from?: string | number;
      /** Created before this time */
      readonly to?: string | number;
      readonly limit?: number;
      /** Format of the list; takes precedence over the Accept header */
      readonly format?: 'json' | 'csv';
      /** From the Link header of the previous page */
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
        /** Token from POST /conversions with transaction_type WITHDRAW */
        readonly conversion_token: string;
        /** An address of the quote’s coin and of this network */
        readonly customer_wallet_address: string;
        /** An integer below 4294967296, for XRP only. For coins without tags, an empty text counts as none */
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
        /** The merchant’s own notes, searchable in lists: up to 16 keys of up to 40 characters, with texts of up to 500. Customers never see them. */
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
      /** Only for coins with tags: the sender must give it */
      readonly destination_tag?: string;
      readonly cryptocurrency_code: string;
    };
  };
  /** Create a payment with a hosted page */
  'POST /payments/hosted': {
    body: {
      readonly currency_code: 'EUR';
      /** A decimal, as text or as a number */
      readonly payment_amount: string | number;
      /** The merchant’s own name for the payment; may be reused unless the provider enforces unique references */
      readonly payment_reference: string;
      readonly customer_details: {
        /** The merchant’s own name for the customer */
        readonly customer_reference_id: string;
        readonly customer_first_name?: string;
        readonly customer_last_name?: string;
        readonly customer_email_address?: string;
        /** IPv4 or IPv6 */
        readonly customer_ip_address?: string;
      };
      /** Shown to the customer */
      readonly merchant_name: string;
      /** Shown to the customer */
      readonly payment_description: string;
      /** The merchant’s own notes, searchable in lists: up to 16 keys of up to 40 characters, with texts of up to 500. Customers never see them. */
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
      /** NEW until a coin is chosen, then PENDING, CONFIRMING when enough coins were seen, PAID. After the deadline EXPIRED if the coins received are worth less than a cent, UNRESOLVED if they were too few or late. */
      readonly payment_status: 'NEW' | 'PENDING' | 'CONFIRMING' | 'PAID' | 'UNRESOLVED' | 'EXPIRED' | 'REFUNDING' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'REVERSED';
      readonly payment_description: string;
      /** Deadline for the choice of a coin, 60 minutes from now; RFC 3339, UTC */
      readonly payment_expiration_timestamp: string;
      /** Praça’s id of the payment, used in paths */
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
      /** A decimal, as text or as a number */
      readonly payment_amount: string | number;
      /** The merchant’s own name for the payment; may be reused unless the provider enforces unique references */
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
      /** The merchant’s own notes, searchable in lists: up to 16 keys of up to 40 characters, with texts of up to 500. Customers never see them. */
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
      /** NEW until a coin is chosen, then PENDING, CONFIRMING when enough coins were seen, PAID. After the deadline EXPIRED if the coins received are worth less than a cent, UNRESOLVED if they were too few or late. */
      readonly payment_status: 'NEW' | 'PENDING' | 'CONFIRMING' | 'PAID' | 'UNRESOLVED' | 'EXPIRED' | 'REFUNDING' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'REVERSED';
      readonly payment_description: string;
      /** Deadline for the choice of a coin, 60 minutes from now; RFC 3339, UTC */
      readonly payment_expiration_timestamp: string;
      /** Praça’s id of the payment, used in paths */
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
      /** Only objects with this value for this metadata key; may be given for several keys */
      readonly 'metadata[key]'?: string | number;
      /** Created at or after this time */
      readonly from?: string | number;
      /** Created before this time */
      readonly to?: string | number;
      readonly limit?: number;
      /** Format of the list; takes precedence over the Accept header */
      readonly format?: 'json' | 'csv';
      /** From the Link header of the previous page */
      readonly cursor?: string | number;
    };
    answer: readonly ({
      /** Praça’s id of the payment, used in paths */
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
      /** NEW until a coin is chosen, then PENDING, CONFIRMING when enough coins were seen, PAID. After the deadline EXPIRED if the coins received are worth less than a cent, UNRESOLVED if they were too few or late. */
      readonly payment_status: 'NEW' | 'PENDING' | 'CONFIRMING' | 'PAID' | 'UNRESOLVED' | 'EXPIRED' | 'REFUNDING' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'REVERSED';
      readonly cryptocurrency_code: string | null;
      readonly payment_cryptocurrency_address: string | null;
      readonly destination_tag: string | null;
      readonly payment_uri: string | null;
      /** Time left to pay, or to choose a coin */
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
      /** NEW until a coin is chosen, then PENDING, CONFIRMING when enough coins were seen, PAID. After the deadline EXPIRED if the coins received are worth less than a cent, UNRESOLVED if they were too few or late. */
      readonly payment_status: 'NEW' | 'PENDING' | 'CONFIRMING' | 'PAID' | 'UNRESOLVED' | 'EXPIRED' | 'REFUNDING' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'REVERSED';
      readonly cryptocurrency_code: string | null;
      readonly payment_cryptocurrency_address: string | null;
      readonly destination_tag: string | null;
      readonly payment_uri: string | null;
      /** Time left to pay, or to choose a coin */
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
      /** How the payment differs from the request; a difference within the tolerance (0.5 % unless the payment policy sets another) counts as exact */
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
  /** State the refund address of a payment */
  'POST /payments/{paymentReferenceId}/refund-address': {
    path: {
      readonly paymentReferenceId: string | number;
    };
    body: {
      /** An address of the chosen coin */
      readonly refund_address: string;
      /** For XRP, if the receiver has one; for coins without tags an empty text counts as none */
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
      /** Coins that were sold for the euros */
      readonly payment_cryptocurrency_amount: string;
      /** BTC, BCH, LTC, ETH, XRP */
      readonly payment_cryptocurrency: string;
      readonly payment_address: string;
      /** The first transaction that paid */
      readonly blockchain_transaction_id: string;
    };
  };
  /** Read the payment policy */
  'GET /payment-policy': {
    answer: {
      /** How long a coin can be chosen */
      readonly minutes_to_choose: number;
      /** How long the price of a chosen coin is locked */
      readonly minutes_to_pay: number;
      /** Allowed difference from the amount, in hundredths of a per cent. The merchant is credited the coins received. An excess of more than 0.5 % can still be refunded. */
      readonly tolerance_bps: number;
      /** Automatic action for a payment that received too little, once its coins are confirmed: wait for the merchant, accept the coins at the present rate, or send them back to the stated refund address. */
      readonly when_underpaid: 'wait' | 'accept' | 'refund';
      /** Automatic action for a payment with late coins, once its coins are confirmed: wait for the merchant, accept the coins at the present rate, or send them back to the stated refund address. */
      readonly when_late: 'wait' | 'accept' | 'refund';
      /** Whether the hosted page asks the customer of an unresolved payment for a refund address */
      readonly customer_refund_address: boolean;
    };
  };
  /** Set the payment policy */
  'PUT /payment-policy': {
    body: {
      /** How long a coin can be chosen */
      readonly minutes_to_choose?: number;
      /** How long the price of a chosen coin is locked */
      readonly minutes_to_pay?: number;
      /** Allowed difference from the amount, in hundredths of a per cent. The merchant is credited the coins received. An excess of more than 0.5 % can still be refunded. */
      readonly tolerance_bps?: number;
      /** Automatic action for a payment that received too little, once its coins are confirmed: wait for the merchant, accept the coins at the present rate, or send them back to the stated refund address. */
      readonly when_underpaid?: 'wait' | 'accept' | 'refund';
      /** Automatic action for a payment with late coins, once its coins are confirmed: wait for the merchant, accept the coins at the present rate, or send them back to the stated refund address. */
      readonly when_late?: 'wait' | 'accept' | 'refund';
      /** Whether the hosted page asks the customer of an unresolved payment for a refund address */
      readonly customer_refund_address?: boolean;
    };
    answer: {
      /** How long a coin can be chosen */
      readonly minutes_to_choose: number;
      /** How long the price of a chosen coin is locked */
      readonly minutes_to_pay: number;
      /** Allowed difference from the amount, in hundredths of a per cent. The merchant is credited the coins received. An excess of more than 0.5 % can still be refunded. */
      readonly tolerance_bps: number;
      /** Automatic action for a payment that received too little, once its coins are confirmed: wait for the merchant, accept the coins at the present rate, or send them back to the stated refund address. */
      readonly when_underpaid: 'wait' | 'accept' | 'refund';
      /** Automatic action for a payment with late coins, once its coins are confirmed: wait for the merchant, accept the coins at the present rate, or send them back to the stated refund address. */
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
      /** NEW until a coin is chosen, then PENDING, CONFIRMING when enough coins were seen, PAID. After the deadline EXPIRED if the coins received are worth less than a cent, UNRESOLVED if they were too few or late. */
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
      /** An address of the coin that the customer paid with */
      readonly refund_address: string;
      /** For XRP, if the receiver has one; for coins without tags an empty text counts as none */
      readonly destination_tag?: string | number | null;
      readonly refund_reason: string;
      /** A decimal, as text or as a number */
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
      /** Estimate in euros of the network’s fee for the merchant: 0.00 if the fee is deducted from the coins; null if the provider pays it */
      readonly network_fee: string | null;
    };
  };
  /** List refunds */
  'GET /refunds': {
    query?: {
      readonly refund_status?: 'PROCESSING' | 'COMPLETED' | 'FAILED';
      /** Created at or after this time */
      readonly from?: string | number;
      /** Created before this time */
      readonly to?: string | number;
      readonly limit?: number;
      /** Format of the list; takes precedence over the Accept header */
      readonly format?: 'json' | 'csv';
      /** From the Link header of the previous page */
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
      /** Estimate in euros of the network’s fee for the merchant: 0.00 if the fee is deducted from the coins; null if the provider pays it */
      readonly network_fee: string | null;
      readonly refund_reason: string;
      /** Network fee that was deducted from the coins */
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
      /** Created at or after this time */
      readonly from?: string | number;
      /** Created before this time */
      readonly to?: string | number;
      readonly limit?: number;
      /** Format of the list; takes precedence over the Accept header */
      readonly format?: 'json' | 'csv';
      /** From the Link header of the previous page */
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
      /** Estimate in euros of the network’s fee for the merchant: 0.00 if the fee is deducted from the coins; null if the provider pays it */
      readonly network_fee: string | null;
      readonly refund_reason: string;
      /** Network fee that was deducted from the coins */
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
      /** Estimate in euros of the network’s fee for the merchant: 0.00 if the fee is deducted from the coins; null if the provider pays it */
      readonly network_fee: string | null;
      readonly refund_reason: string;
      /** Network fee that was deducted from the coins */
      readonly refund_cryptocurrency_fee_amount: string;
      readonly blockchain_transaction_id: string | null;
      /** RFC 3339, UTC */
      readonly created_at: string;
      /** RFC 3339, UTC */
      readonly updated_at: string;
    };
  };
  /** Create a refund link */
  'POST /payments/{paymentReferenceId}/refund-links': {
    path: {
      readonly paymentReferenceId: string | number;
    };
    body: {
      readonly refund_reason: string;
      /** A decimal, as text or as a number */
      readonly refund_amount?: string | number;
    };
    answer: {
      readonly refund_link_id: string;
      readonly payment_reference_id: string;
      /** OPEN until the customer claims it, the merchant revokes it, or it expires. A reorganisation that reverses the payment revokes it too */
      readonly refund_link_status: 'OPEN' | 'CLAIMED' | 'REVOKED' | 'EXPIRED';
      readonly refund_amount: string | null;
      /** The coin of the refund, in which the customer paid */
      readonly refund_cryptocurrency: string;
      readonly refund_reason: string;
      readonly refund_id: string | null;
      /** RFC 3339, UTC; 30 days after the creation */
      readonly expires_at: string;
      /** RFC 3339, UTC */
      readonly created_at: string;
      /** RFC 3339, UTC */
      readonly updated_at: string;
      /** The claim page, to be sent to the customer. Contains a secret: a person who has it can claim the refund. Shown only now */
      readonly url: string;
    };
  };
  /** List the refund links of a payment */
  'GET /payments/{paymentReferenceId}/refund-links': {
    path: {
      readonly paymentReferenceId: string | number;
    };
    query?: {
      readonly limit?: number;
      /** Format of the list; takes precedence over the Accept header */
      readonly format?: 'json' | 'csv';
      /** From the Link header of the previous page */
      readonly cursor?: string | number;
    };
    answer: readonly ({
      readonly refund_link_id: string;
      readonly payment_reference_id: string;
      /** OPEN until the customer claims it, the merchant revokes it, or it expires. A reorganisation that reverses the payment revokes it too */
      readonly refund_link_status: 'OPEN' | 'CLAIMED' | 'REVOKED' | 'EXPIRED';
      readonly refund_amount: string | null;
      /** The coin of the refund, in which the customer paid */
      readonly refund_cryptocurrency: string;
      readonly refund_reason: string;
      readonly refund_id: string | null;
      /** RFC 3339, UTC; 30 days after the creation */
      readonly expires_at: string;
      /** RFC 3339, UTC */
      readonly created_at: string;
      /** RFC 3339, UTC */
      readonly updated_at: string;
    })[];
  };
  /** Read a refund link */
  'GET /refund-links/{refundLinkId}': {
    path: {
      readonly refundLinkId: string | number;
    };
    answer: {
      readonly refund_link_id: string;
      readonly payment_reference_id: string;
      /** OPEN until the customer claims it, the merchant revokes it, or it expires. A reorganisation that reverses the payment revokes it too */
      readonly refund_link_status: 'OPEN' | 'CLAIMED' | 'REVOKED' | 'EXPIRED';
      readonly refund_amount: string | null;
      /** The coin of the refund, in which the customer paid */
      readonly refund_cryptocurrency: string;
      readonly refund_reason: string;
      readonly refund_id: string | null;
      /** RFC 3339, UTC; 30 days after the creation */
      readonly expires_at: string;
      /** RFC 3339, UTC */
      readonly created_at: string;
      /** RFC 3339, UTC */
      readonly updated_at: string;
    };
  };
  /** Revoke a refund link */
  'POST /refund-links/{refundLinkId}/revoke': {
    path: {
      readonly refundLinkId: string | number;
    };
    answer: {
      readonly refund_link_id: string;
      readonly payment_reference_id: string;
      /** OPEN until the customer claims it, the merchant revokes it, or it expires. A reorganisation that reverses the payment revokes it too */
      readonly refund_link_status: 'OPEN' | 'CLAIMED' | 'REVOKED' | 'EXPIRED';
      readonly refund_amount: string | null;
      /** The coin of the refund, in which the customer paid */
      readonly refund_cryptocurrency: string;
      readonly refund_reason: string;
      readonly refund_id: string | null;
      /** RFC 3339, UTC; 30 days after the creation */
      readonly expires_at: string;
      /** RFC 3339, UTC */
      readonly created_at: string;
      /** RFC 3339, UTC */
      readonly updated_at: string;
    };
  };
  /** Register a webhook endpoint */
  'POST /webhooks': {
    body: {
      /** URL to which events are posted. In production it must be https with a public address. */
      readonly url: string;
    };
    answer: {
      readonly webhook_endpoint_id: string;
      readonly url: string;
      /** Secret for checking signatures. It is not shown again. */
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
      /** URL to which events are posted. In production it must be https with a public address. */
      readonly url: string;
      /** A DISABLED endpoint receives no events until it is ENABLED */
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
      /** The new secret. It is not shown again. */
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
        /** null after a 2xx in time; otherwise unexpected_status, redirect_not_followed, timed_out, name_not_found, address_not_public, connection_refused, connection_lost, connection_failed, tls_failed or invalid_response */
        readonly error: string | null;
        readonly response_excerpt: string | null;
      })[];
    };
  };
  /** List deliveries with their attempts, newest first */
  'GET /webhooks/deliveries': {
    query?: {
      /** Only deliveries of this order */
      readonly order_id?: string | number;
      /** Only deliveries with this status */
      readonly status?: 'PENDING' | 'DELIVERED' | 'FAILED' | 'CANCELLED';
      readonly limit?: number;
      /** Format of the list; takes precedence over the Accept header */
      readonly format?: 'json' | 'csv';
      /** From the Link header of the previous page */
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
        /** null after a 2xx in time; otherwise unexpected_status, redirect_not_followed, timed_out, name_not_found, address_not_public, connection_refused, connection_lost, connection_failed, tls_failed or invalid_response */
        readonly error: string | null;
        readonly response_excerpt: string | null;
      })[];
    })[];
  };
  /** Send failed deliveries again */
  'POST /webhooks/deliveries/redeliver-failed': {
    answer: {
      /** Deliveries that are sent again */
      readonly redelivered: number;
      /** True if the next call would send more */
      readonly failed_remaining: boolean;
    };
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
        /** null after a 2xx in time; otherwise unexpected_status, redirect_not_followed, timed_out, name_not_found, address_not_public, connection_refused, connection_lost, connection_failed, tls_failed or invalid_response */
        readonly error: string | null;
        readonly response_excerpt: string | null;
      })[];
    };
  };
  /** Read events */
  'GET /events': {
    query?: {
      /** From the Link header of the previous answer. Default: the oldest event that is kept */
      readonly since?: string | number;
      readonly limit?: number;
      /** Format of the list; takes precedence over the Accept header */
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
      /** order. and the status in lower case; payment.expired, payment.cancelled */
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
      /** Format of the list; takes precedence over the Accept header */
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
        /** All payments, in any status */
        readonly payment_count: number;
        readonly paid_payment_count: number;
        /** Euros: credited for payments */
        readonly payment_total: string;
        /** Euros: refunded */
        readonly refund_total: string;
        /** Completed orders */
        readonly order_count: number;
        readonly withdrawal_count: number;
        /** Euros: spent on completed withdrawals */
        readonly withdrawal_total: string;
        readonly deposit_count: number;
        /** Euros: credited for sold deposits */
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
  /** Read the orders of each day */
  'GET /reports/daily': {
    query?: {
      /** The first day, such as 2027-03-01; default: the same as to */
      readonly from?: string | number;
      /** The last day; at most 366 days including the first. Default: today */
      readonly to?: string | number;
      readonly limit?: number;
      /** Format of the list; takes precedence over the Accept header */
      readonly format?: 'json' | 'csv';
      /** From the Link header of the page before */
      readonly cursor?: string | number;
    };
    answer: readonly ({
      /** In UTC */
      readonly day: string;
      readonly cryptocurrency_code: 'BTC' | 'BCH' | 'LTC' | 'ETH' | 'XRP';
      readonly kind: 'trade' | 'withdrawal' | 'deposit' | 'payment' | 'refund';
      /** Orders created on that day, in any status */
      readonly order_count: number;
      readonly completed_count: number;
      readonly failed_count: number;
      readonly reversed_count: number;
      /** Coins of completed orders */
      readonly cryptocurrency_amount: string;
      /** Euros of completed orders */
      readonly order_total: string;
      /** Network fees that were deducted from the coins of refunds */
      readonly cryptocurrency_fee_amount: string;
      /** Network fees in euros that the merchant paid, including failed orders */
      readonly network_fee: string;
      /** Completed trades in which the merchant bought coins */
      readonly buy_count: number;
      /** Coins of these trades */
      readonly buy_cryptocurrency_amount: string;
      /** Euros of these trades */
      readonly buy_total: string;
      /** Completed trades in which the merchant sold coins */
      readonly sell_count: number;
      /** Coins of these trades */
      readonly sell_cryptocurrency_amount: string;
      /** Euros of these trades */
      readonly sell_total: string;
      /** Coins of completed refunds that were held for the customer, network fee included */
      readonly held_cryptocurrency_amount: string;
      /** Coins of completed refunds that were bought with the merchant’s euros */
      readonly bought_cryptocurrency_amount: string;
    })[];
  };
  /** Read the bookings of each day */
  'GET /reports/daily/ledger': {
    query?: {
      /** The first day, such as 2027-03-01; default: the same as to */
      readonly from?: string | number;
      /** The last day; at most 366 days including the first. Default: today */
      readonly to?: string | number;
      readonly limit?: number;
      /** Format of the list; takes precedence over the Accept header */
      readonly format?: 'json' | 'csv';
      /** From the Link header of the page before */
      readonly cursor?: string | number;
    };
    answer: readonly ({
      /** In UTC, by the time of the booking */
      readonly day: string;
      /** EUR or the code of a coin */
      readonly currency_code: 'EUR' | 'BTC' | 'BCH' | 'LTC' | 'ETH' | 'XRP';
      /** Spendable at the start of the day */
      readonly opening_balance: string;
      /** Credited for payments, including acceptances */
      readonly payments: string;
      /** Taken back for payments removed by a reorganisation */
      readonly payment_reversals: string;
      /** Trades in which the merchant bought coins: euros are negative, coins positive */
      readonly buys: string;
      /** Trades in which the merchant sold coins: euros are positive, coins negative */
      readonly sells: string;
      /** Credited for deposits */
      readonly deposits: string;
      /** Taken back for deposits removed by a reorganisation */
      readonly deposit_reversals: string;
      /** Paid for withdrawals */
      readonly withdrawals: string;
      /** Returned for withdrawals that failed or were removed by a reorganisation */
      readonly withdrawal_returns: string;
      /** Euros paid for coins that were bought for refunds */
      readonly bought_refunds: string;
      /** Euros returned for failed refunds */
      readonly bought_refund_returns: string;
      /** Euros reserved for refund links, minus those of links that were claimed or have ended */
      readonly refund_links: string;
      /** Held coins that were released to the merchant */
      readonly releases: string;
      /** Reserved or charged for network fees, minus returns */
      readonly network_fees: string;
      /** Payments in or out outside the service; test money of the sandbox */
      readonly adjustments: string;
      /** Advanced for coins that a reorganisation removed after they were spent; a debt until income settles it */
      readonly claims: string;
      /** Income that settled the debt */
      readonly claim_settlements: string;
      /** Other movements */
      readonly other: string;
      /** Spendable at the end of the day, or now */
      readonly closing_balance: string;
      /** Held at the start of the day */
      readonly held_opening_balance: string;
      /** Received coins, minus those removed by a reorganisation */
      readonly held_receipts: string;
      /** Coins that were credited or sold for payments and deposits, minus returns */
      readonly held_settlements: string;
      /** Held coins that refunds sent back */
      readonly held_refunds: string;
      /** Held coins of failed refunds, and returned fees */
      readonly held_refund_returns: string;
      /** Held coins that were released, minus returns */
      readonly held_releases: string;
      /** Coins that the provider paid for a loss, minus those it took back */
      readonly held_losses: string;
      /** Other movements */
      readonly held_other: string;
      /** Held at the end of the day, or now */
      readonly held_closing_balance: string;
      /** Reserved for network fees and refund links at the start of the day */
      readonly reserved_opening_balance: string;
      /** Reserved, minus charges and returns */
      readonly reserved_network_fees: string;
      /** Reserved for refund links, minus those that were claimed or have ended */
      readonly reserved_refund_links: string;
      /** Other movements */
      readonly reserved_other: string;
      /** Reserved at the end of the day, or now */
      readonly reserved_closing_balance: string;
      /** Debt at the start of the day, zero or negative */
      readonly owed_opening_balance: string;
      /** New claims, negative */
      readonly owed_claims: string;
      /** Settled by income */
      readonly owed_settlements: string;
      /** Other movements */
      readonly owed_other: string;
      /** Debt at the end of the day, or now, zero or negative */
      readonly owed_closing_balance: string;
    })[];
  };
  /** Move the sandbox's clock forward */
  'POST /sandbox/clock/advance': {
    body: {
      /** At most a year at a time */
      readonly seconds: number;
    };
    answer: {
      /** Present time of the service */
      readonly now: string;
    };
  };
  /** Read a simulated chain */
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
      /** Minimum fee rate of a block, in the coin's smallest unit: per 1 000 virtual bytes (BTC, BCH, LTC; 60 sat/vB are 60000), per gas (ETH; 30 gwei are 30000000000), per transaction (XRP, in drops); 0: no minimum */
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
      /** An address of the test network */
      readonly address: string;
      /** a destination tag, for XRP only */
      readonly destination_tag?: string | number | null;
      /** A decimal, as text or as a number */
      readonly cryptocurrency_amount: string | number;
      /** Id of a waiting transaction. The new one spends its coins instead */
      readonly replaces?: string;
      /** A decimal, as text or as a number */
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
  /** Set the minimum fee rate of blocks */
  'POST /sandbox/chains/{cryptocurrencyCode}/fee-rate': {
    path: {
      /** BTC, BCH, LTC, ETH or XRP */
      readonly cryptocurrencyCode: string | number;
    };
    body: {
      /** Minimum fee rate of a block, in the coin's smallest unit: per 1 000 virtual bytes (BTC, BCH, LTC; 60 sat/vB are 60000), per gas (ETH; 30 gwei are 30000000000), per transaction (XRP, in drops); 0: no minimum */
      readonly minimum_fee_rate: number;
    };
    answer: {
      readonly cryptocurrency_code: string;
      /** Minimum fee rate of a block, in the coin's smallest unit: per 1 000 virtual bytes (BTC, BCH, LTC; 60 sat/vB are 60000), per gas (ETH; 30 gwei are 30000000000), per transaction (XRP, in drops); 0: no minimum */
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
      /** Transactions of these blocks to drop instead of letting them wait again */
      readonly drop?: readonly (string)[];
    };
    answer: {
      readonly cryptocurrency_code: string;
      /** Of the newest block */
      readonly height: number;
      readonly hash: string;
      /** Transactions that wait again */
      readonly returned: readonly (string)[];
      /** Dropped transactions, and those that spent their coins */
      readonly dropped: readonly (string)[];
    };
  };
}
