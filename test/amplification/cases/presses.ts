import { newBotOf } from '../../support/bots'
import { newestMessages } from '../../support/messages'
import { succeeded } from '../../support/person'
import { button, setAddress } from '../../support/presses'
import { newAddress, newWebhookBot, postTo } from '../../support/webhooks'
import type { Case, Cases } from '../case'
import type { World } from '../world'

const URL = 'https://receiver.example.com/presses'
let count = 0

async function botWithAddress({ cast }: World) {
  const name = `presses-${++count}`
  const bot = await newBotOf(cast.ada, { short_name: name, full_name: name })
  succeeded(await setAddress(cast.ada, `/parley/bots/${bot.id}/press_address`, URL))
  return bot
}

const ofAddress: Case = async (world) => ({ fields: { bot_id: (await botWithAddress(world)).id } })

const IDS = Array.from({ length: 4 }, (_, block) =>
  Array.from({ length: 25 }, (_, at) => ({ block_id: `b${block}`, action_id: `a${at}` })),
).flat()

/** A press on a message with as many controls as it can have. The last value does not fit, so no request leaves this machine. */
const largestPress: Case = async ({ cast }) => {
  const name = `presses-${++count}`
  const bot = await newWebhookBot(cast.ada, { short_name: name, full_name: name })
  succeeded(await setAddress(cast.ada, `/parley/bots/${bot.id}/press_address`, URL))
  const { urls } = await newAddress(cast.ada, bot, { stream_id: cast.general.stream_id, topic: 'presses' })
  const blocks = [0, 1, 2, 3].map((block) => ({
    type: 'actions',
    block_id: `b${block}`,
    elements: IDS.filter(({ block_id }) => block_id === `b${block}`).map(({ action_id }) => button(action_id, 'Go')),
  }))
  await postTo(urls.slack, { blocks })
  const message = (await newestMessages(cast.ada, 1, [['sender', bot.id]])).at(-1)
  const values = IDS.map((ids, at) => ({ ...ids, values: at === 99 ? ['x'] : [] }))
  return { fields: { message_id: message?.id, block_id: 'b3', action_id: 'a24', values }, expected: 400 }
}

export const pressCases: Cases = {
  'GET /parley/bots/:bot_id/press_address': ofAddress,
  'PUT /parley/bots/:bot_id/press_address': async (world) => ({
    fields: { bot_id: (await botWithAddress(world)).id, url: URL },
  }),
  'POST /parley/bots/:bot_id/press_address/secret': ofAddress,
  'DELETE /parley/bots/:bot_id/press_address': ofAddress,
  'POST /parley/messages/:message_id/presses': largestPress,
  // Without a press there is no token.
  'POST site:/actions/:token': () => ({ fields: { token: 'unknown' }, body: '{"text":"done"}', expected: 404 }),
}
