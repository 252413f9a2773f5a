import { one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

const member = one({ memberCollective: one({ name: text }) })
const order = one({ formattedAmount: text })

export const opencollective = integration({
  title: 'OpenCollective',
  display_name: 'Open Collective',
  category: 'financial',
  setup: 'Collective → Settings → Webhooks. Choose the activity.',
  reads: json,
  events: {
    message: on(one({ data: one({ member, order }) }), ({ data }) => {
      const { name } = data.member.memberCollective
      const amount = `**${data.order.formattedAmount}**! :tada:`
      const who = name === 'Incognito' ? 'An **Incognito** member' : `@_**${name}**`
      return { topic: 'New Member', content: `${who} donated ${amount}` }
    }),
  },
})
