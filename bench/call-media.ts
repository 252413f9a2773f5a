// The media server of the tests as a process of its own, for `npm run talk`: what else the bench does must not delay packets.

import process from 'node:process'
import { startMediaServer } from '../web/test/media/media-server.ts'

await startMediaServer(Number(process.argv[2]), { app_id: 'app', secret: 'secret' })
console.log('It listens')
