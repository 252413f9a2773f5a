import { maybe, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

const member = one({ memberCollective: one({ name: text, slug: maybe(text) }) })
const order = one({ formattedAmount: text, interval: maybe(text), formattedAmountWithInterval: maybe(text) })

export const opencollective = integration({
  title: 'OpenCollective',
  reads: json,
  events: {
    message: on(one({ data: one({ member, order }) }), ({ data }) => {
      const { name, slug } = data.member.memberCollective
      const amount = `**${data.order.formattedAmount}**! :tada:`
      const who =
        name === 'Incognito' ? 'An **Incognito** member' : `@_**[${name}](https://opencollective.com/${slug})**`
      return { topic: 'New Member', content: `${who} donated ${amount}` }
    }),
  },
})
