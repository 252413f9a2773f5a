import { concept } from '../../../concept'
import { openEmailChange, confirmEmailChange } from './endpoints'

export const emailChanges = concept({
  name: 'accounts/email-changes',
  title: 'Changing an email address',
  endpoints: [openEmailChange, confirmEmailChange],
})
