import { openApns } from './open-apns.ts';
import { openFcm, type PhoneService } from './open-fcm.ts';
import { readPushSettings, type PushSettings } from './read-push-settings.ts';
import { pushTimeoutMs } from './push-service.rules.ts';
import { ServiceRests } from './service-rests.ts';

/** State of one process for notifications: connections, tokens, and pauses of unavailable services. */
export interface PhoneServices {
  readonly fcm: PhoneService | undefined;
  readonly apns: PhoneService | undefined;
  readonly rests: ServiceRests;
  /** Pauses of other origins. They are kept separately, so that their number cannot displace a known service. */
  readonly otherRests: ServiceRests;
  close(): void;
}

export function openPhoneServices(settings: PushSettings): PhoneServices {
  const { fcm, apns } = readPushSettings(settings);
  // Real time: tokens for other services are dated in real time, however far the sandbox’s clock was moved.
  const common = { timeoutMs: pushTimeoutMs, worldNowMs: () => Date.now() };
  const services = {
    fcm: fcm && openFcm({ ...fcm, ...common }),
    apns: apns && openApns({ ...apns, ...common }),
  };
  return {
    ...services,
    rests: new ServiceRests(),
    otherRests: new ServiceRests(undefined, { grows: true }),
    close() {
      services.fcm?.close();
      services.apns?.close();
    },
  };
}
