/** Customer details given by the merchant, with the field names of the API. */
export interface CustomerDetails {
  customer_reference_id: string;
  customer_first_name: string;
  customer_last_name: string;
  customer_email_address: string;
  customer_ip_address: string;
}

/** Details of a customer. The merchant may know only its own reference. */
export type KnownCustomer = Pick<CustomerDetails, 'customer_reference_id'> & {
  [Field in Exclude<keyof CustomerDetails, 'customer_reference_id'>]?: string | undefined;
};

/** The shown details. Fields are null after an erasure or if they were never given. */
export type ShownCustomer = { [Field in keyof CustomerDetails]: CustomerDetails[Field] | null };

export const shownCustomer = (row: ShownCustomer): ShownCustomer => ({
  customer_reference_id: row.customer_reference_id,
  customer_first_name: row.customer_first_name,
  customer_last_name: row.customer_last_name,
  customer_email_address: row.customer_email_address,
  customer_ip_address: row.customer_ip_address,
});
