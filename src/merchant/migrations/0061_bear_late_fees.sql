-- What the network took for a payout after its end was charged to nobody: so far it was the provider's cost.
update merchant.payouts set fee_borne = fee - fee_allowance - fee_covered
where fee_payer = 'merchant' and status = 'COMPLETED' and fee_corrections > 0
  and fee - fee_allowance > fee_covered + fee_borne;
