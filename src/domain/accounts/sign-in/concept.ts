import { concept } from '../../../concept'
import { fetchApiKey, finishLogin, devFetchApiKey } from './login'
import { fetchApiKeyByToken } from './token-login'

export const signIn = concept({
  name: 'accounts/sign-in',
  title: 'Signing in',
  endpoints: [fetchApiKey, finishLogin, devFetchApiKey, fetchApiKeyByToken],
})
