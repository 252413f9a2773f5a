// The media server of the tests as a process of its own, for `npm run talk`: what else the bench does must not delay packets.

import process from 'node:process'
import { startMediaServer } from '../web/test/media/media-server.ts'

const [port = 0, loss = 0, delay = 0] = process.argv.slice(2).map(Number)
const faults = { loss, delay, isCut: false }
await startMediaServer(port, { app_id: 'app', secret: 'secret', ...(loss + delay > 0 && { faults }) })
console.log('It listens')
