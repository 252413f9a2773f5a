import { expect, test } from 'vitest'
import { html } from '../../src/api/html'
import { emailDocument } from '../../src/store/email-document'

const document = emailDocument({
  organization: '<i>Acme</i>',
  language: 'ar',
  direction: 'rtl',
  body: html`<p>${'</main>'} hello</p>`,
})

test('an email is a whole document that loads nothing', () => {
  expect(document).toMatch(/^<!doctype html>\n<html lang="ar" dir="rtl">/)
  expect(document).toContain('<header dir="auto">&#60;i&#62;Acme&#60;/i&#62;</header>')
  expect(document).not.toMatch(/<script|<link|url\(|@import|src=/)
})

test('its style sheet fits all programs: Gmail reads at most 8,192 characters, and its selectors are elements', () => {
  const [, sheet = ''] = /<style>([^]*)<\/style>/.exec(document) ?? []
  expect(sheet.length).toBeLessThan(4000)
  expect(sheet).toContain('@media (prefers-color-scheme: dark)')
  const selectors = [...sheet.matchAll(/(?:^|\n) *([^\n@{}:;]+?) \{/g)].map(([, selector]) => selector)
  expect(selectors.length).toBeGreaterThan(15)
  for (const selector of selectors) expect(selector).toMatch(/^[a-z0-9]+(?:,? [a-z0-9]+)*$/)
})

test('what people wrote cannot end the document', () => {
  expect(document).toContain('&#60;/main&#62; hello')
})
