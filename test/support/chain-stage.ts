import { after, before, beforeEach } from 'node:test';
import { readChain, ReaderMemory } from '../../src/merchant/chains/reading/read-chain.ts';
import type { Sql } from '../../src/platform/postgres/client/database.ts';
import { openMerchantApp, type TestApp } from './app.ts';
import { chainContext, clearChains, type ChainContext } from './chain-context.ts';
import { PlayedNode, playedChain, type PlayedChain } from './played-chain.ts';

/** Keeps one app per test file and opens a new chain for each of its tests. */
export class ChainStage {
  testApp!: TestApp;
  chain!: PlayedChain;
  node!: PlayedNode;
  context!: ChainContext;
  memory!: ReaderMemory;

  get sql(): Sql {
    return this.testApp.sql;
  }

  readonly read = () => readChain(this.context, this.chain, this.memory);
}

export function useChainStage(): ChainStage;
export function useChainStage<Node extends PlayedNode>(makeNode: () => Node): ChainStage & { node: Node };
export function useChainStage(makeNode = () => new PlayedNode()): ChainStage {
  const stage = new ChainStage();
  before(async () => {
    stage.testApp = await openMerchantApp();
  });
  after(() => stage.testApp.close());
  beforeEach(async () => {
    await clearChains(stage.sql);
    stage.node = makeNode();
    stage.chain = playedChain('BTC', stage.node);
    stage.context = chainContext(stage.testApp, [stage.chain]);
    stage.memory = new ReaderMemory();
  });
  return stage;
}
