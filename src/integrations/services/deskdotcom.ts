import { one, text } from '../fields'
import { integration, on } from '../integration'
import { form } from '../read-body'

/** A rule of the service writes the message, in a field of a form. */
export const deskdotcom = integration({
  title: 'Desk.com',
  category: 'customer-support',
  setup:
    'Admin → Apps → Custom actions: POST a string with the field data, which is the message. Use the action in a rule.',
  reads: form,
  isQuietAboutBodies: true,
  events: {
    message: on(one({ data: text }), ({ data }) => ({ topic: 'Desk.com notification', content: data })),
  },
})
