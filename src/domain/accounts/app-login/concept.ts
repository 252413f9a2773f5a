import { concept } from '../../../concept'
import { confirmAppLogin, openDesktopLogin, startBrowserLogin } from './endpoints'
import indexes from './indexes.sql'
import tables from './tables.sql'

export const appLogin = concept({
  name: 'accounts/app-login',
  title: 'Signing in',
  tables: [tables, indexes],
  endpoints: [startBrowserLogin, confirmAppLogin, openDesktopLogin],
})
