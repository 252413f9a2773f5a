import { one } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'
import { hmac } from '../signatures'

export const dropbox = integration({
  title: 'Dropbox',
  category: 'productivity',
  setup: 'App console → your app → Webhooks → Add. Dropbox verifies the address first.',
  reads: json,
  sendsChallenge: true,
  events: {
    message: on(one({}), () => ({ topic: 'Dropbox', content: 'File has been updated on Dropbox!' })),
  },
  signature: hmac({ header: 'x-dropbox-signature' }),
})
