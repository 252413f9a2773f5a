import { concept } from '../../../concept'
import { openForgotten, askForReset, openReset, chooseAnother } from './endpoints'

export const passwordReset = concept({
  name: 'accounts/password-reset',
  title: 'Resetting a password',
  endpoints: [openForgotten, askForReset, openReset, chooseAnother],
})
