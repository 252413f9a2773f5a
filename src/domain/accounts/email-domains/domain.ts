/** Where the addresses of those who may come in end, where the realm wants to know them by that. */
export type Domain = {
  domain: string // lower case
  allow_subdomains: boolean
}
