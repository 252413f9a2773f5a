// npm run steps               compares the steps of all tables with migrations/steps.json
// npm run steps -- --write    adds new steps to that file, and nothing else
//
// Databases of users have run the steps of the list. A step that was changed or removed would stop their realms.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { compareSteps } from './steps/compare.ts'
import { stepsOfCode } from './steps/steps-of-code.ts'

const LIST = join(import.meta.dirname, '../migrations/steps.json')

const listed = JSON.parse(readFileSync(LIST, 'utf8'))
const found = await stepsOfCode()
const { broken, missing } = compareSteps(listed, found)
const writes = process.argv.includes('--write')

for (const text of broken) console.error(text)
if (broken.length > 0) {
  console.error('Realms have run these steps. Restore them, and add a further step (CONTRIBUTING.md, Migrations).')
  process.exitCode = 1
} else if (missing.length > 0 && !writes) {
  for (const step of missing) console.error(`${step} is not in migrations/steps.json.`)
  console.error('If the steps are right, run: npm run steps -- --write')
  process.exitCode = 1
} else {
  if (missing.length > 0) writeFileSync(LIST, `${JSON.stringify(found, null, 2)}\n`)
  const number = Object.values(found)
    .flatMap((steps) => Object.values(steps))
    .flat().length
  console.log(`${number} steps of tables, ${missing.length} new.`)
}
