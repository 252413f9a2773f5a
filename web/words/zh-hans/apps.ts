import type { appWords as English } from '../en-apps'

export const appWords: typeof English = {
  title: '在手机和电脑上',
  apps: 'Zulip 的手机和电脑应用可以打开此组织。请在应用中输入本页的地址。通话请使用浏览器。',
  on: '手机会收到通知，通知为每部手机单独加密。',
  ends: (date) => `手机在 ${date} 之前会收到通知。届时此组织的套餐到期。`,
  off: '手机目前收不到通知。',
  why: '这需要服务器已在推送服务注册，并有手机已登录；超过十人还需要套餐。',
  aboutApps: '各应用支持的功能',
  getApps: '获取应用',
  plans: '推送服务的套餐',
  bill: '此组织的套餐与账单',
}
