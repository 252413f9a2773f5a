import { concept } from '../../../concept'
import { addPasskey, getPasskeys, removePasskeyOf, renamePasskey, startPasskey } from './endpoints'
import { confirmWithPasskey, startConfirmation } from './confirmation-endpoints'
import { logInWithPasskey, startLogin } from './login-endpoints'
import { openPasskeys } from './page-endpoints'
import { completeWithPasskey, startCompletion } from './second-factor-endpoints'

export const accountPasskeys = concept({
  name: 'login/passkeys',
  title: 'Signing in',
  endpoints: [
    getPasskeys,
    startPasskey,
    addPasskey,
    renamePasskey,
    removePasskeyOf,
    openPasskeys,
    startConfirmation,
    confirmWithPasskey,
    startLogin,
    logInWithPasskey,
    startCompletion,
    completeWithPasskey,
  ],
})
