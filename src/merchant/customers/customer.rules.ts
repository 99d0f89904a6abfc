/** What a merchant says of its customer, under the names of the wire. */
export interface CustomerDetails {
  customer_reference_id: string;
  customer_first_name: string;
  customer_last_name: string;
  customer_email_address: string;
  customer_ip_address: string;
}
