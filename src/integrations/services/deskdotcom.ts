import { one, text } from '../fields'
import { integration, on } from '../integration'
import { form } from '../read-body'

/** A rule of the service writes the message, in a field of a form. */
export const deskdotcom = integration({
  title: 'Desk.com',
  reads: form,
  isQuietAboutBodies: true,
  events: {
    message: on(one({ data: text }), ({ data }) => ({ topic: 'Desk.com notification', content: data })),
  },
})
