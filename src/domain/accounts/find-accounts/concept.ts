import { concept } from '../../../concept'
import { findAccounts, openFindAccounts } from './endpoints'

export const findAccountsOfAddress = concept({
  name: 'accounts/find-accounts',
  title: 'Finding accounts',
  endpoints: [openFindAccounts, findAccounts],
})
