import { concept } from '../../../concept'
import { sendMail } from './due-work'
import { deleteSuppression, getMail } from './endpoints'

export const mailDelivery = concept({
  name: 'mail/mail-delivery',
  title: 'Sending of emails',
  endpoints: [getMail, deleteSuppression],
  dueWork: [sendMail],
})
