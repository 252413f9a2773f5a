import { concept } from '../../../concept'
import tables from './tables.sql'
import { getDomains, createDomain, updateDomain, deleteDomain } from './endpoints'
import { domainAdded, domainChanged, domainRemoved, domainsState } from './events'

export const emailDomains = concept({
  name: 'mail/email-domains',
  title: 'Email domains',
  tables: [tables],
  endpoints: [getDomains, createDomain, updateDomain, deleteDomain],
  events: [domainAdded, domainChanged, domainRemoved],
  state: [domainsState],
})
