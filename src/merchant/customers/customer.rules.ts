/** What a merchant says of its customer, under the names of the wire. */
export interface CustomerDetails {
  customer_reference_id: string;
  customer_first_name: string;
  customer_last_name: string;
  customer_email_address: string;
  customer_ip_address: string;
}

/** As it is shown: nothing where the customer was erased, or where it was never said. */
export type ShownCustomer = { [Field in keyof CustomerDetails]: CustomerDetails[Field] | null };

export const shownCustomer = (row: ShownCustomer): ShownCustomer => ({
  customer_reference_id: row.customer_reference_id,
  customer_first_name: row.customer_first_name,
  customer_last_name: row.customer_last_name,
  customer_email_address: row.customer_email_address,
  customer_ip_address: row.customer_ip_address,
});
