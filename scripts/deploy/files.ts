import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { messageOf } from '../../conversion/failure.ts'
import { Problem } from './problem.ts'

/** The folder of the project. The tests use another folder for the files that a deployment writes. */
export const ROOT = join(import.meta.dirname, '../..')
const FOLDER = process.env.DEPLOYMENT_FOLDER ?? ROOT

export const ANSWERS_FILE = join(FOLDER, 'deployment.json')
export const SECRETS_FILE = join(FOLDER, 'deployment.secrets.json')

/** Returns the contents of a JSON file, or `{}` if it does not exist. */
export function readJson<Contents>(file: string): Partial<Contents> {
  if (!existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Problem(`${file} is not valid JSON: ${messageOf(error)}`)
  }
}

/** Only the owner of the file can read it. A process that dies here leaves the old file. */
export function writeJson(file: string, value: unknown): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
