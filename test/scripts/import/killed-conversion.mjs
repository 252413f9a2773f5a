import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import process from 'node:process'

// Converts an export, and kills the process before its n-th change of a file: node killed-conversion.mjs SOURCE FOLDER N

const CHANGES = [
  'appendFileSync',
  'createWriteStream',
  'mkdirSync',
  'renameSync',
  'rmSync',
  'writeFileSync',
  'writeSync',
]
const [source = '', folder = '', moment = ''] = process.argv.slice(2)
let changes = 0

for (const name of CHANGES) {
  const change = fs[name]
  fs[name] = (...args) => {
    if (++changes === Number(moment)) {
      // Half of the bytes are on the disk.
      if (name === 'appendFileSync') change(args[0], args[1].subarray(0, args[1].length / 2))
      process.kill(process.pid, 'SIGKILL')
    }
    return change(...args)
  }
}
syncBuiltinESMExports()

const { convertAt } = await import('../../../scripts/import/source.ts')
await convertAt(source, folder, {})
process.stdout.write(String(changes))
