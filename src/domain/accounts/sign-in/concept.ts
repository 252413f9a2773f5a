import { concept } from '../../../concept'
import { fetchApiKey, devFetchApiKey } from './login'
import { fetchApiKeyByToken } from './token-login'

export const signIn = concept({
  name: 'accounts/sign-in',
  title: 'Signing in',
  endpoints: [fetchApiKey, devFetchApiKey, fetchApiKeyByToken],
})
