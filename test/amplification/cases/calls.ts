import { entersCall, joinsCall } from '../../support/calls'
import { newChannel } from '../../support/realm'
import type { Cases } from '../case'
import type { World } from '../world'

let channels = 0

/** A place for a call that the sender of the request may moderate. */
async function place({ cast: { ada, ben } }: World) {
  const { stream_id } = await newChannel(ada, `calls ${++channels}`, [ada, ben])
  return { type: 'stream', stream_id, topic: 'x'.repeat(60) }
}

/** A call that another user started, who has a seat. */
async function ofOther(world: World) {
  const { seat } = await joinsCall(world.cast.ben, await place(world))
  return { fields: { call_id: seat.call_id, participant: seat.participant } }
}

const startedByOther = async (world: World) => ({
  fields: { call_id: (await entersCall(world.cast.ben, await place(world))).call_id },
})

const DIGITS = '7'.repeat(15)
/** The server looks at the first messages with a link. */
const LINKS = 20

/** The deployment of this test has no media server: each of these is refused after the largest body was read. */
const MEDIA = ['publish', 'unpublish', 'subscribe', 'answer', 'layers']
const refused = () => ({ fields: { call_id: 1, participant: 1 }, expected: 400 })

export const callCases: Cases = {
  ...Object.fromEntries(MEDIA.map((action) => [`POST /parley/calls/:call_id/${action}`, refused])),
  // The sender can read no message with the link, so the server looks at all that it may.
  'GET site:/calls/join/:digits': async ({ cast: { realm, ben, dov, vault } }) => {
    for (let nth = 0; nth < LINKS; nth++) await ben.sends(vault, 'calls', `${realm.url}/calls/join/${DIGITS}`)
    return { sender: dov, fields: { digits: DIGITS }, expected: 404 }
  },
  'POST /parley/calls': async (world) => ({ fields: { ...(await place(world)), to: undefined } }),
  // Without an upgrade, the request is refused. The socket itself is not measured here.
  'GET /parley/calls/:call_id/socket': () => ({ fields: { call_id: 1, participant: 1 }, expected: 400 }),
  'POST /parley/calls/:call_id/decline': startedByOther,
  'POST /parley/calls/:call_id/end': startedByOther,
  'DELETE /parley/calls/:call_id/participants/:participant': ofOther,
  'POST /parley/calls/:call_id/participants/:participant/mute': ofOther,
}
