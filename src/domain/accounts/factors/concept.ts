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
import { logInWithSecondFactor, openSecondFactor, submitSecondFactor } from './login-endpoints'

export const accountFactors = concept({
  name: 'accounts/factors',
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
  ],
})
