import { address, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

export const canarytoken = integration({
  title: 'Canarytokens',
  category: 'monitoring',
  setup: 'When you make a token, enter the address as its webhook URL.',
  reads: json,
  events: {
    message: on(one({ time: text, memo: text, manage_url: address }), ({ time, memo, manage_url }) => ({
      topic: 'canarytoken alert',
      content:
        `**:alert: Canarytoken has been triggered on ${time}!**\n\n${memo} \n\n` +
        `[Manage this canarytoken](${manage_url})`,
    })),
  },
})
