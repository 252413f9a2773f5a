import { concept } from '../../../concept'
import { sendPlannedEmails } from './due-work'

export const plannedSending = concept({ name: 'accounts/planned-sending', dueWork: [sendPlannedEmails] })
