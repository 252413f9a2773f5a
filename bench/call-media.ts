// The media server of the tests as a process of its own, for `npm run talk`: what else the bench does must not delay packets.

import process from 'node:process'
import { startMediaServer } from '../web/test/media/media-server.ts'
import { network } from '../web/test/media/media-session.ts'

const [port, loss, delay] = process.argv.slice(2).map(Number)
Object.assign(network, { loss, delay })
await startMediaServer(port ?? 0, { app_id: 'app', secret: 'secret' })
console.log('It listens')
