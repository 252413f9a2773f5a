import { concept } from '../../../concept'
import {
  confirmOneTimeCodes,
  confirmPassword,
  getFactors,
  removeOneTimeCodes,
  renewRecoveryCodes,
  resetFactors,
  startOneTimeCodes,
} from './endpoints'
import { openCodes, submitCodes } from './code-page-endpoints'
import { submitConfirmation } from './confirmation-endpoints'
import { openRecovery, submitRecovery } from './recovery-endpoints'
import { openLoginLink, submitLoginLink } from './login-link-endpoints'
import { logInWithSecondFactor, openSecondFactor, submitSecondFactor } from './login-endpoints'

export const accountFactors = concept({
  name: 'login/factors',
  title: 'Signing in',
  endpoints: [
    getFactors,
    startOneTimeCodes,
    confirmOneTimeCodes,
    removeOneTimeCodes,
    renewRecoveryCodes,
    resetFactors,
    confirmPassword,
    logInWithSecondFactor,
    openSecondFactor,
    submitSecondFactor,
    openCodes,
    submitCodes,
    submitConfirmation,
    openRecovery,
    submitRecovery,
    openLoginLink,
    submitLoginLink,
  ],
})
