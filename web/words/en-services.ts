// The text of the services that report in channels.

import { translated } from './translated'

const record = (entries: Record<string, string>) => entries

export const serviceWords = translated('serviceWords', {
  title: 'Services',
  text: 'Services such as GitHub or Grafana report here what happens. Choose one, and make an address for it.',
  find: 'Find a service',
  noneFound: 'No service has this name. Others can send JSON, or what Slack accepts.',
  all: 'All services',
  bot: 'Bot that writes the messages',
  chooseBot: 'Choose a bot',
  newBot: (name: string) => `Create the bot ${name}`,
  onlyEvents: 'Only these events',
  enter: (name: string) => `Enter the address in ${name}`,
  addressText: 'The address contains the key of the bot. Treat it as a password.',
  noBot: 'Choose or create a bot: then the address is here.',
  template: 'Let the service send this:',
  categories: record({
    'version-control': 'Version control',
    'continuous-integration': 'Continuous integration',
    deployment: 'Deployment',
    monitoring: 'Monitoring',
    'project-management': 'Project management',
    'customer-support': 'Customer support',
    communication: 'Communication',
    marketing: 'Marketing',
    financial: 'Finance',
    'human-resources': 'Human resources',
    productivity: 'Productivity',
    entertainment: 'Entertainment',
    meta: 'For any program',
  }),
})
