import { maybe, number, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

const speech = maybe(one({ fulfillment: maybe(one({ speech: maybe(text) })) }))
const status = one({ code: number, errorDetails: maybe(text) })

/** Answers the person whose address is in the parameters. */
export const dialogflow = integration({
  title: 'Dialogflow',
  category: 'customer-support',
  setup: 'Fulfillment → Webhook. The parameter email is the address of the user who gets the answers.',
  reads: json,
  options: ['email'],
  events: {
    message: on(one({ status, result: speech, alternateResult: speech }), (body, { option }) => {
      const { code, errorDetails } = body.status
      const answer =
        code === 200
          ? body.result?.fulfillment?.speech ||
            body.alternateResult?.fulfillment?.speech ||
            "Dialogflow couldn't process your query."
          : `${code} - ${errorDetails ?? ''}`
      return { topic: '', content: answer, to: option('email') ?? '' }
    }),
  },
})
