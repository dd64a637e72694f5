import { handleNotifications } from '#browser/worker/notifications.ts'
import { handleOffline } from '#browser/worker/offline.ts'
import type { WorkerScope } from '#browser/worker/scope.ts'
import { workerMessages } from '#features/push/messages.ts'

declare const self: WorkerScope

handleOffline(self)
handleNotifications(self, workerMessages)
