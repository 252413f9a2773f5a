import { concept } from '../../../concept'
import { fetchApiKey, devFetchApiKey } from './endpoints'
import { fetchApiKeyByToken } from './token-endpoints'

export const signIn = concept({
  name: 'login/sign-in',
  title: 'Signing in',
  endpoints: [fetchApiKey, devFetchApiKey, fetchApiKeyByToken],
})
