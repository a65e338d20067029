import { parentPort, workerData } from 'node:worker_threads';

import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const { password, words }: { password: string; words: string[] } = workerData;
const estimate = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
parentPort?.postMessage(estimate.check(password, words).guessesLog10);
